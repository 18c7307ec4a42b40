/**
 * Serves the files of the console: a page, its modules and styles, and Swagger UI from its package. None of them is
 * secret.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

export interface ConsoleFile {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | string;
}

/**
 * `path` is the part after `/__store/`: empty, or below `console/`; `acceptEncoding` is the request header. Returns
 * undefined if the console has no such file.
 */
export function serveConsole(path: string, acceptEncoding = ''): ConsoleFile | undefined {
  sources ??= findFiles();
  const source = sources.get(path);
  if (source === undefined) return undefined;
  const acceptsGzip = /\bgzip\b(?! *; *q=0(?:\.0*)?(?:,|$))/i.test(acceptEncoding);
  const key = `${acceptsGzip} ${path}`;
  const file = fileCache.get(key) ?? (acceptsGzip ? gzipped(readConsoleFile(source)) : readConsoleFile(source));
  fileCache.set(key, file);
  return file;
}

interface ConsoleSource {
  readonly file: string;
  /** In seconds; with 0 the browser revalidates on each use. */
  readonly maxAge: number;
}

/**
 * Both are filled on first use, so that a mock whose console is never opened pays nothing. The files are the same for
 * every mock server.
 */
let sources: ReadonlyMap<string, ConsoleSource> | undefined;
const fileCache = new Map<string, ConsoleFile>();

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/**
 * Scripts, styles and API calls are all same-origin. Swagger UI sets styles through the DOM, which does not need
 * 'unsafe-inline', and its style sheet has icons as data: URLs. `default-src` does not cover `form-action`.
 */
const CONTENT_SECURITY_POLICY = [
  `default-src 'none'`,
  `script-src 'self'`,
  `style-src 'self'`,
  `img-src 'self' data:`,
  `connect-src 'self'`,
  `base-uri 'none'`,
  `form-action 'none'`,
  `frame-ancestors 'none'`,
].join('; ');

const swaggerFiles = ['swagger-ui-bundle.js', 'swagger-ui.css'];
const SWAGGER_MAX_AGE = 3_600;

function findFiles(): ReadonlyMap<string, ConsoleSource> {
  const clientFolder = fileURLToPath(new URL('./client/', import.meta.url));
  const swagger = findSwaggerFolder();
  const names = readdirSync(clientFolder, { recursive: true, encoding: 'utf8' })
    .filter((name) => Object.hasOwn(contentTypes, path.extname(name)))
    .map((name) => name.replaceAll(path.sep, '/'));
  return new Map([
    ['', { file: path.join(clientFolder, 'index.html'), maxAge: 0 }],
    ...names.map((name) => [`console/${name}`, { file: path.join(clientFolder, name), maxAge: 0 }] as const),
    ...swaggerFiles.map(
      (name) => [`console/${name}`, { file: path.join(swagger, name), maxAge: SWAGGER_MAX_AGE }] as const,
    ),
  ]);
}

/** The build copies the files into the package, so that users do not install all of Swagger UI. */
function findSwaggerFolder(): string {
  const copies = fileURLToPath(new URL('./swagger-ui', import.meta.url));
  if (existsSync(copies)) return copies;
  return path.dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
}

function readConsoleFile({ file, maxAge }: ConsoleSource): ConsoleFile {
  return {
    status: 200,
    headers: {
      'Content-Type': contentTypes[path.extname(file)] ?? 'application/octet-stream',
      'Cache-Control': maxAge === 0 ? 'no-cache' : `private, max-age=${maxAge}`,
      'Content-Security-Policy': CONTENT_SECURITY_POLICY,
      // Without this, a page that opened the console could navigate its window to where its storage can be read.
      'Cross-Origin-Opener-Policy': 'same-origin',
      'Referrer-Policy': 'no-referrer',
      Vary: 'Accept-Encoding, Origin',
      'X-Content-Type-Options': 'nosniff',
    },
    body: readFileSync(file),
  };
}

function gzipped({ status, headers, body }: ConsoleFile): ConsoleFile {
  return { status, headers: { ...headers, 'Content-Encoding': 'gzip' }, body: gzipSync(body) };
}
