/** A page as one file that refers to no other: its styles and scripts are part of it, and a policy allows nothing else. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { memoize } from '../../../spec/memoize.ts';
import { html, type Markup } from './markup.ts';

/** The names of its files in the folder of the client; each after those that it needs. */
export interface PageAssets {
  readonly styles: readonly string[];
  readonly scripts: readonly string[];
}

export function htmlPage(title: string, body: Markup, assets: PageAssets): string {
  const { style, script, policy } = embeddedAssets(assets);
  const document = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<link rel="icon" href="data:,">
<title>${title}</title>
<style>${style}</style>
</head>
<body>
${body}
<script>${script}</script>
</body>
</html>
`;
  return document.markup;
}

interface EmbeddedAssets {
  readonly style: Markup;
  readonly script: Markup;
  readonly policy: string;
}

/** Read when the first page with them is rendered. */
const embeddedAssets = memoize(({ styles, scripts }: PageAssets): EmbeddedAssets => {
  const style = styles.map(readAsset).join('');
  const script = scripts.length === 0 ? '' : `{\n${scripts.map(readAsset).map(stripModuleSyntax).join('')}}\n`;
  const policy = `default-src 'none'; style-src ${contentHash(style)}; script-src ${contentHash(script)}; img-src data:; base-uri 'none'; form-action 'none'`;
  return { style: { markup: style }, script: { markup: script }, policy };
});

function readAsset(name: string): string {
  return readFileSync(new URL(`./client/${name}`, import.meta.url), 'utf8').replaceAll('\r\n', '\n');
}

/** Removes imports and exports: all modules become one script, each after those that it needs. */
function stripModuleSyntax(module: string): string {
  return module.replaceAll(/^import .*\n/gm, '').replaceAll(/^export /gm, '');
}

function contentHash(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}
