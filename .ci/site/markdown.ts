/**
 * Renders the Markdown as GitHub does. VitePress compiles pages as Vue components, so text that looks like a template,
 * a component or a script must stay text.
 */
import path from 'node:path';
import type { MarkdownRenderer } from 'vitepress';
import { kit, resolveLink } from './pages.ts';

/** Tags without effects of their own, with the attributes that are kept. */
const harmlessTag = /^<\/?(?:br|details|summary|p|a|img)(?: (?:href|src|alt|width)="[^"<>{}]*")* ?\/?>$/;

/** What VitePress knows about the file that is rendered. */
interface Environment {
  readonly path: string;
  readonly realPath?: string | undefined;
}

/** As GitHub does. */
export function slugify(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
}

export function configureMarkdown(md: MarkdownRenderer): void {
  md.disable('emoji', true);
  md.core.ruler.push('links', (state) => {
    const from = sourceOf(state.env);
    for (const { children } of state.tokens) replaceLinks(children ?? [], from);
  });
  const { rules } = md.renderer;
  rules.text = (tokens, index) => escapeTemplate(md.utils.escapeHtml(tokens[index]?.content ?? ''));
  rules.code_inline = (tokens, index) =>
    `<code>${escapeTemplate(md.utils.escapeHtml(tokens[index]?.content ?? ''))}</code>`;
  // These replace those of VitePress, which take scripts and styles from the text.
  const renderHtml: typeof rules.text = (tokens, index, _options, env) =>
    renderTags(tokens[index]?.content ?? '', sourceOf(env), md.utils.escapeHtml);
  rules.html_block = renderHtml;
  rules.html_inline = renderHtml;
}

function sourceOf({ realPath, path: file }: Environment): string {
  return path.relative(kit, realPath ?? file).replaceAll(path.sep, '/');
}

type Tokens = NonNullable<Parameters<NonNullable<MarkdownRenderer['renderer']['rules']['text']>>[0]>;

/** Links to pages become those of the site; files without a page are named, not linked. */
function replaceLinks(tokens: Tokens, from: string): void {
  const open: boolean[] = [];
  for (const token of tokens) {
    if (token.type === 'link_open') {
      const target = resolveLink(from, String(token.attrGet('href') ?? ''));
      if (target?.kind === 'page') token.attrSet('href', target.href);
      const isFile = target?.kind === 'file';
      open.push(isFile);
      if (isFile) {
        token.attrs = [['title', `${target.file}, a file of the repository`]];
        asSpan(token);
      }
    } else if (token.type === 'link_close' && open.pop() === true) asSpan(token);
  }
}

function asSpan(token: Tokens[number]): void {
  token.type = token.type.replace('link', 'file');
  token.tag = 'span';
}

/** Keeps harmless tags and drops comments; the rest is shown as text. */
function renderTags(html: string, from: string, toText: (text: string) => string): string {
  const parts = html.replaceAll(/<!--[\s\S]*?-->/g, '').split(/(<[^>]*>)/);
  return parts
    .map((part) => {
      if (harmlessTag.test(part)) return withSiteLinks(part, from);
      return escapeTemplate(part.startsWith('<') ? toText(part) : part);
    })
    .join('');
}

function withSiteLinks(tag: string, from: string): string {
  return tag.replace(/(href|src)="([^"]*)"/, (attribute, name: string, link: string) => {
    if (name === 'src') return /^[a-z/.]/i.test(link) && !/^(?:[a-z]+:|\.)/.test(link) ? `src="./${link}"` : attribute;
    const target = resolveLink(from, link);
    return target?.kind === 'page' ? `href="${target.href.replace(/\.md(?=#|$)/, '.html')}"` : attribute;
  });
}

/** Vue finds no interpolation in character references. */
function escapeTemplate(html: string): string {
  return html.replaceAll('{{', '&#123;&#123;').replaceAll('}}', '&#125;&#125;');
}
