// Files that are listed and never read, by their names: those that hold credentials, and those that hold no text that
// people wrote.

/** Why a file is not read: by its name, its size or its content. */
export type Unread = "secret" | "binary" | "minified" | "generated" | "large";

/** Larger files are not read, in bytes. */
export const FILE_BYTES_MAX = 1_500_000;

function words(text: string): ReadonlySet<string> {
  return new Set(text.split(" "));
}

/** Names that tools keep credentials under. */
const SECRET_NAMES = words(
  ".env .envrc .netrc _netrc .npmrc .yarnrc .pypirc .git-credentials .htpasswd .htdigest .pgpass .my.cnf .dockercfg " +
    ".boto .s3cfg .vault-token .terraformrc .rclone.conf .msmtprc .fetchmailrc .esmtprc .ftpconfig .credentials " +
    "credentials credentials.json credentials.yml credentials.yaml credentials.xml client_secret.json secrets.json " +
    "secrets.yml secrets.yaml secrets.toml secret.json secret.yml secret.yaml master.key kubeconfig .kubeconfig " +
    "terraform.tfvars wp-config.php id_rsa id_dsa id_ecdsa id_ed25519 id_ecdsa_sk id_ed25519_sk",
);
/** Folders whose files are credentials, and files that are only in their folder. */
const SECRET_FOLDERS = words(".ssh .aws .azure .gnupg .gcloud .password-store");
const SECRET_PATH = /(?:^|\/)(?:\.docker\/config\.json|\.kube\/config)$/i;
/** Keys and stores of keys; states of infrastructure, which hold the passwords that it was made with. */
const SECRET_NAME =
  /\.(?:pem|key|p8|p12|pfx|jks|keystore|bks|ppk|kdbx?|pkcs12|gpg|pgp|ovpn|mobileprovision|tfstate|tfvars|agekey|env)$|\.(?:tfstate|kdbx?)\.|^\.env\.|^(?:service[-_]?account|gcp[-_]?key|firebase[-_]adminsdk)[^/]*\.json$|(?:^|[-_.])client_secret[^/]*\.json$|_(?:rsa|dsa|ecdsa|ed25519)$/;
/** These show which variables there are, without their values. */
const SAMPLE = /\.(?:example|sample|template|dist|defaults?|tmpl)$/;

const BINARY_NAME =
  /\.(?:png|jpe?g|gif|bmp|ico|icns|webp|avif|tiff?|psd|ai|heic|mp[34]|m4[av]|mov|avi|mkv|webm|wav|flac|ogg|aac|ttf|otf|woff2?|eot|pdf|docx?|xlsx?|pptx?|od[tsp]|zip|gz|tgz|bz2|xz|zst|lz4|7z|rar|tar|jar|war|ear|apk|ipa|dmg|iso|img|exe|dll|so|dylib|a|o|obj|lib|class|pyc|pyo|wasm|node|bin|dat|db|sqlite3?|parquet|npy|npz|pkl|onnx|pt|pth|safetensors|gguf|h5|glb|blend|pack|idx)$/;
const MINIFIED_NAME = /\.min\.(?:js|mjs|cjs|css)$|\.(?:js|mjs|cjs|css)\.map$/;

/** Whether a file holds credentials, by its path with forward slashes. */
export function isSecretPath(path: string): boolean {
  const at = path.lastIndexOf("/") + 1;
  const name = path.slice(at).toLowerCase();
  if (SAMPLE.test(name)) return false;
  if (SECRET_NAMES.has(name) || SECRET_NAME.test(name)) return true;
  // Almost no path has a folder with a dot.
  if (path[0] !== "." && !path.includes("/.")) return false;
  const folders = path.slice(0, at).toLowerCase().split("/");
  return SECRET_PATH.test(path) || folders.some((folder) => SECRET_FOLDERS.has(folder));
}

/** Why a file of this path and size is not read; null if it is. */
export function unreadBecause(path: string, bytes: number): Unread | null {
  if (isSecretPath(path)) return "secret";
  const name = path.slice(path.lastIndexOf("/") + 1).toLowerCase();
  if (BINARY_NAME.test(name)) return "binary";
  if (MINIFIED_NAME.test(name)) return "minified";
  return bytes > FILE_BYTES_MAX ? "large" : null;
}
