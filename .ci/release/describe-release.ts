/** What a tag releases: its version, whether package.json allows to publish it, and its section of the changelog. */

export interface Release {
  readonly version: string;
  readonly publishes: boolean;
  /** Markdown. */
  readonly notes: string;
}

export interface ReleaseSources {
  readonly tag: string;
  readonly manifest: { readonly version: string; readonly private?: boolean };
  readonly changelog: string;
}

/** Throws unless the tag is the version of the manifest, and the changelog has a dated section of it. */
export function describeRelease({ tag, manifest, changelog }: ReleaseSources): Release {
  const { version } = manifest;
  if (tag !== `v${version}`) throw new Error(`received the tag ${tag}; package.json has the version ${version}`);
  const { title, text } = sectionOf(changelog, version);
  if (!/ - \d{4}-\d{2}-\d{2}$/.test(title)) throw new Error(`CHANGELOG.md has no date in "${title}"`);
  if (text === '') throw new Error(`CHANGELOG.md says nothing in "${title}"`);
  return { version, publishes: manifest.private !== true, notes: `${text}\n` };
}

function sectionOf(changelog: string, version: string): { readonly title: string; readonly text: string } {
  const sections = changelog.split(/\r?\n(?=## )/).slice(1);
  const found = sections.find((section) => section.startsWith(`## [${version}] `));
  if (found === undefined) throw new Error(`CHANGELOG.md has no section of ${version}`);
  const [title = '', ...lines] = found.split(/\r?\n/);
  return { title, text: lines.join('\n').trim() };
}
