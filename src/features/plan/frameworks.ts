// Which framework a project uses, by what its manifests depend on. Nothing is run, and no name is looked up.

import type { ManifestFacts } from "../../code/manifests.ts";

/** A manifest by its path. */
export interface FoundManifest {
  readonly path: string;
  readonly facts: Pick<ManifestFacts, "dependencies" | "development">;
}

/** A framework, how sure that is from 0 to 1, and what says so. */
export interface FoundFramework {
  readonly framework: string;
  readonly confidence: number;
  readonly why: string;
}

/** What a framework is called, and the dependencies that tell of it. Those that hold others stand first. */
const FRAMEWORKS: readonly (readonly [name: string, dependencies: RegExp])[] = [
  ["next", /^next$/],
  ["nuxt", /^nuxt3?$/],
  ["remix", /^@remix-run\/(?:react|node|serve)$/],
  ["sveltekit", /^@sveltejs\/kit$/],
  ["astro", /^astro$/],
  ["gatsby", /^gatsby$/],
  ["nestjs", /^@nestjs\/core$/],
  ["angular", /^@angular\/core$/],
  ["expo", /^expo$/],
  ["react-native", /^react-native$/],
  ["electron", /^electron$/],
  ["fastify", /^fastify$/],
  ["hono", /^hono$/],
  ["koa", /^koa$/],
  ["hapi", /^@hapi\/hapi$/],
  ["express", /^express$/],
  ["vue", /^vue$/],
  ["svelte", /^svelte$/],
  ["solid", /^solid-js$/],
  ["preact", /^preact$/],
  ["react", /^react$/],
  ["fastapi", /^fastapi$/i],
  ["django", /^django$/i],
  ["litestar", /^litestar$/i],
  ["flask", /^flask$/i],
  ["starlette", /^starlette$/i],
  ["tornado", /^tornado$/i],
  ["aiohttp", /^aiohttp$/i],
  ["streamlit", /^streamlit$/i],
  ["typer", /^typer$/i],
  ["click", /^click$/i],
  ["axum", /^axum$/],
  ["actix-web", /^actix-web$/],
  ["rocket", /^rocket$/],
  ["warp", /^warp$/],
  ["tauri", /^tauri$/],
  ["bevy", /^bevy$/],
  ["leptos", /^leptos$/],
  ["clap", /^clap$/],
  ["gin", /^github\.com\/gin-gonic\/gin$/],
  ["echo", /^github\.com\/labstack\/echo(?:\/v\d+)?$/],
  ["fiber", /^github\.com\/gofiber\/fiber(?:\/v\d+)?$/],
  ["chi", /^github\.com\/go-chi\/chi(?:\/v\d+)?$/],
  ["cobra", /^github\.com\/spf13\/cobra$/],
  ["spring-boot", /(?:^|[:/])spring-boot(?:-starter[\w-]*)?$/],
  ["quarkus", /(?:^|[:/])quarkus-(?:core|arc|rest[\w-]*)$/],
  ["micronaut", /(?:^|[:/])micronaut-[\w-]+$/],
  ["ktor", /(?:^|[:/])ktor-server-[\w-]+$/],
  ["rails", /^rails$/],
  ["sinatra", /^sinatra$/],
  ["laravel", /^laravel\/framework$/],
  ["symfony", /^symfony\/framework-bundle$/],
  ["aspnetcore", /^Microsoft\.AspNetCore(?:\.[\w.]+)?$/],
  ["phoenix", /^phoenix$/],
  ["flutter", /^flutter$/],
];

const SURE = 0.9;
const BELOW_TOP = 0.15;
const FOR_DEVELOPMENT = 0.4;
/** Another one beside it makes it less sure. */
const ANOTHER = 0.2;
const LEAST = 0.1;

/** The framework; null where no manifest tells of one. */
export function frameworkOf(manifests: readonly FoundManifest[]): FoundFramework | null {
  const depth = (path: string) => path.split("/").length;
  const ordered = manifests.toSorted((a, b) => depth(a.path) - depth(b.path) || (a.path < b.path ? -1 : 1));
  const found: FoundFramework[] = [];
  for (const { path, facts } of ordered) {
    for (const [framework, pattern] of FRAMEWORKS) {
      const own = facts.dependencies.find((each) => pattern.test(each));
      const name = own ?? facts.development.find((each) => pattern.test(each));
      if (name === undefined || found.some((each) => each.framework === framework)) continue;
      const sure = SURE - Math.min(0.3, (depth(path) - 1) * BELOW_TOP) - (own === undefined ? FOR_DEVELOPMENT : 0);
      found.push({ framework, confidence: sure, why: `${path} depends on ${name}` });
    }
  }
  // Of equally sure ones the first of the list: it is built on the others.
  const [best, ...others] = found.sort((a, b) => b.confidence - a.confidence);
  if (best === undefined) return null;
  const rivals = others.filter(({ confidence }) => confidence >= best.confidence - 0.1).length;
  const confidence = Math.max(LEAST, best.confidence - Math.min(2, rivals) * (ANOTHER / 2));
  return { ...best, confidence: Math.round(confidence * 100) / 100 };
}
