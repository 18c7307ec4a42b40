import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { type ConsoleFile, serveConsole } from '../../../mock/console/serve-console.ts';

const folder = path.resolve(import.meta.dirname, '../../../mock/console/client');
const own = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => /\.(?!json$)\w+$/.test(name));
const scripts = own.filter((name) => name.endsWith('.js'));

function served(name: string): ConsoleFile {
  const file = serveConsole(name);
  if (file === undefined) throw new Error(`${name}: expected a file of the console, got none`);
  return file;
}

function textOf(name: string): string {
  return readFileSync(path.join(folder, name), 'utf8');
}

describe('the files of the console', () => {
  it('include the page', () => {
    expect(served('').headers['Content-Type']).toBe('text/html; charset=utf-8');
    expect(String(served('').body)).toContain('<h1>');
  });

  it.each(['', 'console/main.js', 'console/page.css', 'console/swagger-ui-bundle.js'])(
    '"%s" has a strict content security policy',
    (name) => {
      const { headers } = served(name);
      expect(headers['Content-Security-Policy']).toBe(
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      );
      expect(headers).toMatchObject({
        'X-Content-Type-Options': 'nosniff',
        'Referrer-Policy': 'no-referrer',
        'Cross-Origin-Opener-Policy': 'same-origin',
      });
    },
  );

  it('of the kit are revalidated, those of Swagger UI are cached for an hour', () => {
    expect(served('console/main.js').headers['Cache-Control']).toBe('no-cache');
    expect(served('console/swagger-ui.css').headers['Cache-Control']).toBe('private, max-age=3600');
  });

  it.each([
    ['gzip, deflate, br', 'gzip'],
    ['br, gzip;q=0.5', 'gzip'],
    ['gzip;q=0, br', undefined],
    ['', undefined],
  ])('are served for Accept-Encoding "%s" as %s', (accepted, encoding) => {
    const file = serveConsole('console/main.js', accepted);
    const text = encoding === undefined ? file?.body : gunzipSync(file?.body ?? '');
    expect(file?.headers['Content-Encoding']).toBe(encoding);
    expect(String(text)).toBe(textOf('main.js'));
  });

  it.each([
    'console/',
    'console/tsconfig.json',
    'console/../serve.ts',
    'console/..%2fserve.ts',
    'console/constructor',
    '__proto__',
    'info',
  ])('do not include %s', (name) => {
    expect(serveConsole(name)).toBeUndefined();
  });

  it('include everything they reference', () => {
    const page = [...textOf('index.html').matchAll(/(?:src|href)="\/__store\/([^"]+)"/g)].map(([, name = '']) => name);
    const imports = scripts.flatMap((name) => [...importsOf(name), ...lateImportsOf(name)]);
    expect(page.length).toBeGreaterThan(3);
    expect(imports.length).toBeGreaterThan(40);
    expect([...page, ...imports].filter((name) => serveConsole(name) === undefined)).toEqual([]);
  });

  it('that the page loads first are smaller than 60 kB without Swagger UI, and all of them smaller than 90 kB', () => {
    const first = new Set(['main.js', 'theme.js']);
    // A Set iterates over what is added meanwhile.
    for (const name of first) for (const one of importsOf(name)) first.add(one.replace('console/', ''));
    const loaded = own.filter((name) => !name.endsWith('.js') || first.has(name));
    expect([first.has('dom.js'), first.has('forms/rule-dialog.js')]).toEqual([true, false]);
    expect(bytesOf(loaded)).toBeLessThan(60_000);
    expect(bytesOf(own)).toBeLessThan(90_000);
  });
});

function bytesOf(names: readonly string[]): number {
  const bytes = names.map((name) => serveConsole(`console/${name}`, 'gzip, br')?.body.length ?? Number.NaN);
  return bytes.reduce((sum, one) => sum + one);
}

function importsOf(name: string): readonly string[] {
  return resolved(name, /^import .*?from '(\.[^']+)';|^import '(\.[^']+)';/gms);
}

function lateImportsOf(name: string): readonly string[] {
  return resolved(name, /(?<!\* .*)(?<!typeof )\bimport\('(\.[^']+)'\)/g);
}

function resolved(name: string, pattern: RegExp): readonly string[] {
  return [...textOf(name).matchAll(pattern)].map(([, from, alone]) =>
    path.posix.join('console', path.posix.dirname(name), from ?? alone ?? ''),
  );
}

describe('user content cannot become markup:', () => {
  it.each(scripts)('%s inserts text only as text', (name) => {
    expect(textOf(name)).not.toMatch(
      /innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\b|new Function|srcdoc|createContextualFragment|setHTMLUnsafe/,
    );
  });

  it('the page has no inline script, style or handler', () => {
    expect(textOf('index.html')).not.toMatch(/<script(?![^>]*src=)|<style|\sstyle=|\son\w+=|javascript:/i);
  });

  it.each(own)('%s references no other origin', (name) => {
    const addresses = textOf(name).match(/\b(?:https?:)?\/\/[\w-]+\.[\w.-]+/g) ?? [];
    expect(addresses.filter((address) => address !== 'http://www.w3.org')).toEqual([]);
  });
});
