/** What looks like a template, a component or a script stays text in the site. */
import path from 'node:path';
import { createMarkdownRenderer } from 'vitepress';
import { expect, it } from 'vitest';
import { configureMarkdown, slugify } from '../../../.ci/site/markdown.ts';
import { kit, pages, resolveLink } from '../../../.ci/site/pages.ts';
import { readSidebar } from '../../../.ci/site/sidebar.ts';

const renderer = await createMarkdownRenderer(kit, {
  anchor: { slugify },
  attrs: { disable: true },
  config: configureMarkdown,
});

function render(text: string, from = 'docs/how-to/page.md'): string {
  const env = { path: path.join(kit, from), relativePath: from, cleanUrls: false };
  return renderer.render(text, env).trim();
}

it.each([
  ['text', 'a {{ constructor.constructor("alert(1)")() }} b'],
  ['inline code', '`{{body.name}}`'],
  ['a heading', '## {{body.name}}'],
  ['a table', '| a |\n| --- |\n| {{now}} |'],
  ['a link', '[{{now}}](page.md)'],
  ['HTML', '<p>{{now}}</p>'],
])('an interpolation in %s is not evaluated', (_place, text) => {
  // Vue evaluates no interpolation in attributes.
  const html = render(text).replaceAll(/ aria-label="[^"]*"/g, '');
  expect(html).not.toMatch(/\{\{|\}\}/);
  expect(html).toContain('&#123;&#123;');
});

it.each([
  '<script setup>alert(1)</script>',
  '<script>alert(1)</script>',
  '<style>* { display: none }</style>',
  '<Component :is="x" />',
  '<p onclick="alert(1)">text</p>',
  '<img src="x" v-on:error="alert(1)">',
  'a <b @click="alert(1)">text</b>',
])('%s is text', (text) => {
  const env = { path: path.join(kit, 'docs/page.md'), relativePath: 'page.md', cleanUrls: false, sfcBlocks: {} };
  expect(renderer.render(text, env)).not.toMatch(/<(?:script|style|Component|p |img|b\b)/);
  expect(env.sfcBlocks).not.toMatchObject({ scripts: [expect.anything()] });
});

it('a fence keeps braces and tags as text', () => {
  expect(render('```yaml\nbody: "{{body.name}}"\n```')).toContain('v-pre');
});

it('comments are left out, and line breaks and details are kept', () => {
  expect(render('<!-- shape -->\n\na<br>b')).toBe('<p>a<br>b</p>');
  expect(render('<details><summary>more</summary>\n\ntext\n\n</details>')).toContain(
    '<details><summary>more</summary>',
  );
});

it('braces after a heading are no attributes, and colons no emoji', () => {
  expect(render('## a {#b}')).toContain('{#b}');
  expect(render('a :tada: b')).toContain(':tada:');
});

it('links to pages lead to the site, and files of the repository are named', () => {
  expect(render('[a](../reference/api.md#limits)')).toContain('href="/reference/api.html#limits"');
  expect(render('[a](../../README.md#install)')).toContain('href="/project/readme.html#install"');
  expect(render('[a](../../spec/validation)')).toBe(
    '<p><span title="spec/validation, a file of the repository">a</span></p>',
  );
  expect(resolveLink('docs/README.md', 'https://example.com/')).toBeUndefined();
});

it('the sidebar names every page, by the lists that readers of the repository use', () => {
  const listed = Object.values(readSidebar()).flatMap((entries) => [entries].flat());
  const links = JSON.stringify(listed).replaceAll('.md"', '"');
  const missing = Object.values(pages).filter((page) => !links.includes(`"/${page.replace(/(?:index)?\.md$/, '')}`));
  expect(missing).toEqual([]);
});
