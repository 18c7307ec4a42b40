/** The pages of the site: the Markdown files of docs/, and those of the root that people read. */
import { globSync } from 'node:fs';
import path from 'node:path';

export const kit = path.resolve(import.meta.dirname, '../..');

const ofRoot = ['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md', 'ARCHITECTURE.md'];

/** From the file, relative to the root with slashes, to its page: `docs/reference/api.md` to `reference/api.md`. */
export const pages: Readonly<Record<string, string>> = Object.fromEntries([
  ...ofRoot.map((file) => [file, `project/${file.toLowerCase()}`] as const),
  ...globSync('docs/**/*.md', { cwd: kit })
    .map((file) => file.replaceAll(path.sep, '/'))
    .toSorted()
    .map((file) => [file, file.replace(/^docs\//, '').replace(/README\.md$/, 'index.md')] as const),
]);

/** Where a relative link of a file leads: a page (with its anchor), or a file of the repository that has no page. */
export type LinkTarget =
  | { readonly kind: 'page'; readonly href: string }
  | { readonly kind: 'file'; readonly file: string };

/** Undefined for links with a protocol, and for those within a page. */
export function resolveLink(from: string, link: string): LinkTarget | undefined {
  if (/^(?:[a-z][a-z\d+.-]*:|#|\/)/i.test(link)) return undefined;
  const [target = '', anchor] = link.split('#');
  const file = path.posix.join(path.posix.dirname(from), decodeURI(target));
  const page = Object.hasOwn(pages, file) ? pages[file] : undefined;
  if (page === undefined) return { kind: 'file', file };
  return { kind: 'page', href: `/${page}${anchor === undefined ? '' : `#${anchor}`}` };
}
