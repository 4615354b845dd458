// Prints where the methods of a tree are used, as javac understands it: a line a use, "path:line:column", then behind
// tabs the "path:line" of each declaration that it may reach: the one it names, and those that override it in types
// below the receiver's. A use of a method that the tree does not declare has none. Dependencies that are missing are tolerated: what javac cannot
// attribute for want of them is not printed.

import com.sun.source.tree.*;
import com.sun.source.util.*;
import com.sun.tools.javac.api.BasicJavacTask;
import com.sun.tools.javac.code.Symbol;
import com.sun.tools.javac.code.Type;
import com.sun.tools.javac.code.Types;
import com.sun.tools.javac.tree.JCTree;
import java.io.*;
import java.nio.charset.StandardCharsets;
import java.nio.file.*;
import java.util.*;
import javax.tools.*;

public class Uses {
  private static final Map<Symbol, String> declared = new HashMap<>();
  private static final Map<Symbol, Set<Symbol>> overriders = new HashMap<>();
  private static final List<Object[]> uses = new ArrayList<>();
  private static Path root;

  public static void main(String[] arguments) throws Exception {
    root = Path.of(arguments[0]).toRealPath();
    List<File> files = new ArrayList<>();
    for (String line : Files.readAllLines(Path.of(arguments[1]))) {
      if (line.endsWith(".java") && !line.endsWith("module-info.java") && !line.endsWith("package-info.java")) {
        files.add(root.resolve(line).toFile());
      }
    }
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    StandardJavaFileManager manager = compiler.getStandardFileManager(d -> {}, null, StandardCharsets.UTF_8);
    List<String> options = List.of("-proc:none", "-Xmaxerrs", "1000000", "-XDshould-stop.ifError=FLOW",
        "-XDshould-stop.at=FLOW", "-nowarn", "-implicit:none");
    BasicJavacTask task = (BasicJavacTask) compiler.getTask(new StringWriter(), manager, d -> {}, options, null,
        manager.getJavaFileObjectsFromFiles(files));
    List<CompilationUnitTree> units = new ArrayList<>();
    for (CompilationUnitTree unit : task.parse()) units.add(unit);
    try {
      task.analyze();
    } catch (Throwable broken) {
      System.err.println("attributed in part: " + broken);
    }
    Types types = Types.instance(task.getContext());
    for (CompilationUnitTree unit : units) new Declarations(unit, types).scan(unit, null);
    for (CompilationUnitTree unit : units) new Places(unit).scan(unit, null);
    PrintStream out = new PrintStream(new BufferedOutputStream(new FileOutputStream(FileDescriptor.out)), false, "UTF-8");
    for (Object[] use : uses) {
      StringBuilder line = new StringBuilder((String) use[0]);
      Symbol meant = (Symbol) use[1];
      Set<Symbol> reached = new LinkedHashSet<>();
      reached.add(meant);
      for (Symbol other : overriders.getOrDefault(meant, Set.of())) {
        if (use[2] != null && below(types, other.owner.type, (Type) use[2])) reached.add(other);
      }
      for (Symbol symbol : reached) if (declared.containsKey(symbol)) line.append('\t').append(declared.get(symbol));
      out.println(line);
    }
    out.flush();
  }

  private static boolean below(Types types, Type type, Type site) {
    Type above = types.erasure(site.hasTag(com.sun.tools.javac.code.TypeTag.TYPEVAR) ? site.getUpperBound() : site);
    return types.isSubtype(types.erasure(type), above);
  }

  /** Where a name stands: from the first occurrence of it at or behind a position. */
  private static String placeOf(CompilationUnitTree unit, CharSequence text, long from, String name, boolean hasColumn) {
    int at = (int) from;
    String source = text.toString();
    while (at >= 0) {
      at = source.indexOf(name, at);
      if (at < 0) return null;
      boolean isWhole = (at == 0 || !Character.isJavaIdentifierPart(source.charAt(at - 1)))
          && (at + name.length() >= source.length() || !Character.isJavaIdentifierPart(source.charAt(at + name.length())));
      if (isWhole) break;
      at++;
    }
    if (at < 0) return null;
    int line = 1, start = 0;
    for (int next = source.indexOf('\n'); next >= 0 && next < at; next = source.indexOf('\n', next + 1)) {
      line++;
      start = next + 1;
    }
    String path = root.relativize(Path.of(unit.getSourceFile().toUri())).toString();
    return path + ":" + line + (hasColumn ? ":" + (at - start) : "");
  }

  private static CharSequence textOf(CompilationUnitTree unit) {
    try {
      return unit.getSourceFile().getCharContent(true).toString();
    } catch (IOException unreadable) {
      return "";
    }
  }

  private static class Declarations extends TreeScanner<Void, Void> {
    private final CompilationUnitTree unit;
    private final CharSequence text;
    private final Types types;

    Declarations(CompilationUnitTree unit, Types types) {
      this.unit = unit;
      this.text = textOf(unit);
      this.types = types;
    }

    @Override
    public Void visitMethod(MethodTree tree, Void nothing) {
      JCTree.JCMethodDecl declaration = (JCTree.JCMethodDecl) tree;
      Symbol.MethodSymbol symbol = declaration.sym;
      if (symbol != null && !symbol.isConstructor()) {
        String place = placeOf(unit, text, declaration.pos, symbol.name.toString(), false);
        if (place != null) declared.put(symbol, place);
        for (Type above : types.closure(symbol.owner.type)) {
          if (above.tsym == symbol.owner) continue;
          for (Symbol member : above.tsym.members().getSymbolsByName(symbol.name)) {
            if (member instanceof Symbol.MethodSymbol && symbol.overrides(member, (Symbol.TypeSymbol) symbol.owner, types, false)) {
              overriders.computeIfAbsent(member, m -> new LinkedHashSet<>()).add(symbol);
            }
          }
        }
      }
      return super.visitMethod(tree, nothing);
    }
  }

  private static class Places extends TreeScanner<Void, Void> {
    private final CompilationUnitTree unit;
    private final CharSequence text;

    Places(CompilationUnitTree unit) {
      this.unit = unit;
      this.text = textOf(unit);
    }

    /** Notes a use; `site` is the type that it is taken from, null where nothing can override it. */
    private void add(JCTree tree, Symbol symbol, Type site) {
      if (symbol == null || symbol.type == null || symbol.type.isErroneous() && !(symbol instanceof Symbol.MethodSymbol)) return;
      if (symbol instanceof Symbol.MethodSymbol && symbol.exists() && !symbol.name.isEmpty()
          && symbol.name.toString().charAt(0) != '<') {
        String place = placeOf(unit, text, tree.pos, symbol.name.toString(), true);
        if (place != null) uses.add(new Object[] {place, symbol, site});
      }
    }

    @Override
    public Void visitIdentifier(IdentifierTree tree, Void nothing) {
      Symbol symbol = ((JCTree.JCIdent) tree).sym;
      add((JCTree) tree, symbol, symbol == null || symbol.owner == null ? null : symbol.owner.type);
      return super.visitIdentifier(tree, nothing);
    }

    @Override
    public Void visitMemberSelect(MemberSelectTree tree, Void nothing) {
      JCTree.JCFieldAccess access = (JCTree.JCFieldAccess) tree;
      boolean isSuper = access.selected.toString().matches("(?:.*\\.)?super");
      add(access, access.sym, isSuper ? null : access.selected.type);
      return super.visitMemberSelect(tree, nothing);
    }

    @Override
    public Void visitMemberReference(MemberReferenceTree tree, Void nothing) {
      JCTree.JCMemberReference reference = (JCTree.JCMemberReference) tree;
      add(reference, reference.sym, reference.expr.type);
      return super.visitMemberReference(tree, nothing);
    }
  }
}
