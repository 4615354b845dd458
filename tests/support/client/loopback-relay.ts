// Runs inside a network of its own: `loopback-relay.ts PORT SOCKET PROGRAM WORDS...` hands every connection to the port
// on to the socket file, and runs the program until it ends, with this process's own input and output.

import { spawn } from "node:child_process";
import { connect, createServer } from "node:net";

const [port, socket, program, ...words] = process.argv.slice(2);

const server = createServer((inside) => {
  const outside = connect(socket!);
  inside.pipe(outside).pipe(inside);
  inside.on("error", () => outside.destroy());
  outside.on("error", () => inside.destroy());
});

server.listen(Number(port), "127.0.0.1", () => {
  const child = spawn(program!, words, { stdio: "inherit" });
  child.on("error", (error) => {
    process.stderr.write(`${error.message}\n`);
    process.exit(127);
  });
  child.on("close", (code) => process.exit(code ?? 1));
});
