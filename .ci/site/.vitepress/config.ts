/** The documentation site: `npm run docs` serves it, `npm run docs:build` writes it to site/. */
import { defineConfig } from 'vitepress';
import manifest from '../../../package.json' with { type: 'json' };
import { configureMarkdown, slugify } from '../markdown.ts';
import { pages } from '../pages.ts';
import { readSidebar } from '../sidebar.ts';

export default defineConfig({
  title: 'plant-store',
  description: manifest.description,
  lang: 'en-GB',
  srcDir: '../..',
  // Not below .ci, whose files are checked as code of the kit.
  outDir: '../../site',
  cacheDir: '../../node_modules/.cache/vitepress',
  srcExclude: ['.*/**', 'dist/**', 'examples/**', 'report/**', 'site/**', 'test/**'],
  rewrites: pages,
  markdown: {
    anchor: { slugify },
    attrs: { disable: true },
    config: configureMarkdown,
  },
  themeConfig: {
    nav: [
      { text: 'Documentation', link: '/' },
      { text: 'Checks', link: '/checks/' },
      { text: `v${manifest.version}`, link: '/project/changelog' },
    ],
    sidebar: readSidebar(),
    outline: [2, 3],
    search: { provider: 'local' },
  },
  vite: { server: { host: '127.0.0.1' }, preview: { host: '127.0.0.1' } },
});
