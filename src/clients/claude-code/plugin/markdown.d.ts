/** A page that the build carries along as text. */
declare module "*.md" {
  const text: string;
  export default text;
}
