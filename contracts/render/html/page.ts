/** The frame of the page: a policy that lets nothing in from outside, and runs and styles by hash what is the kit's own. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { html, type Markup } from './markup.ts';

/** One file without a link to another. */
export function page(title: string, body: Markup): string {
  assets ??= readAssets();
  const { style, script, policy } = assets;
  const whole = html`<!doctype html>
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
  return whole.markup;
}

interface Assets {
  readonly style: Markup;
  readonly script: Markup;
  readonly policy: string;
}

/** Read when the first report is written. */
let assets: Assets | undefined;

const styles = ['theme.css', 'page.css', 'findings.css', 'print.css'];
/** In the order in which they need each other. */
const scripts = ['copy.js', 'fold.js', 'filter.js', 'address.js'];

function readAssets(): Assets {
  const style = styles.map(textOf).join('');
  const script = `{\n${scripts.map(textOf).map(alone).join('')}}\n`;
  const policy = `default-src 'none'; style-src ${hashOf(style)}; script-src ${hashOf(script)}; img-src data:; base-uri 'none'; form-action 'none'`;
  return { style: { markup: style }, script: { markup: script }, policy };
}

function textOf(name: string): string {
  return readFileSync(new URL(`./client/${name}`, import.meta.url), 'utf8').replaceAll('\r\n', '\n');
}

/** Without imports and exports: all stand in one script, each behind what it needs. */
function alone(module: string): string {
  return module.replaceAll(/^import .*\n/gm, '').replaceAll(/^export /gm, '');
}

function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}
