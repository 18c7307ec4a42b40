/**
 * What a tag releases: its version, whether package.json allows to publish it, and its section of the changelog. What is
 * published needs a `repository` in package.json: npm checks the provenance against it, and both the links of the README on
 * the page of the registry and those of the notes lead there.
 */

export interface Release {
  readonly version: string;
  readonly publishes: boolean;
  /** Markdown. */
  readonly notes: string;
}

export interface ReleaseSources {
  readonly tag: string;
  readonly manifest: {
    readonly version: string;
    readonly private?: boolean;
    readonly repository?: { readonly url: string };
  };
  readonly changelog: string;
}

/**
 * Throws unless the tag is the version of the manifest, and the changelog has a dated section of it. What is published also
 * needs the address of the repository.
 */
export function describeRelease({ tag, manifest, changelog }: ReleaseSources): Release {
  const { version } = manifest;
  if (tag !== `v${version}`) throw new Error(`received the tag ${tag}; package.json has the version ${version}`);
  const { title, text } = sectionOf(changelog, version);
  if (!/ - \d{4}-\d{2}-\d{2}$/.test(title)) throw new Error(`CHANGELOG.md has no date in "${title}"`);
  if (text === '') throw new Error(`CHANGELOG.md says nothing in "${title}"`);
  if (manifest.private === true) return { version, publishes: false, notes: `${text}\n` };
  const url = addressOf(manifest.repository?.url ?? '');
  return { version, publishes: true, notes: `${withAbsoluteLinks(text, `${url}/blob/${tag}`)}\n` };
}

/** `git+https://github.com/owner/name.git` is at `https://github.com/owner/name`. */
function addressOf(repository: string): string {
  const [, address] = /^(?:git\+)?(https:\/\/[^#]+?)(?:\.git)?$/.exec(repository) ?? [];
  if (address === undefined) throw new Error('package.json has no "repository" with an https URL');
  return address;
}

/** The page of a release is not in the folder of the changelog, so links between files would lead nowhere. */
function withAbsoluteLinks(markdown: string, folder: string): string {
  return markdown.replaceAll(/\]\((?![a-z]+:|#)/g, `](${folder}/`);
}

function sectionOf(changelog: string, version: string): { readonly title: string; readonly text: string } {
  const sections = changelog.split(/\r?\n(?=## )/).slice(1);
  const found = sections.find((section) => section.startsWith(`## [${version}] `));
  if (found === undefined) throw new Error(`CHANGELOG.md has no section of ${version}`);
  const [title = '', ...lines] = found.split(/\r?\n/);
  return { title, text: lines.join('\n').trim() };
}
