/** `profiles/VERSION.json`: what a request of each release cost, so that a later one is compared with it. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';

/** By the name of the metric. All are the better the smaller, and none depends on the speed of the machine. */
export type Profile = Readonly<Record<string, number>>;

/** Below this share, a difference may be that of two runs. */
const TOLERANCE = 0.1;

/** One sentence for each metric that has grown by more than the tolerance. */
export function slowdowns(before: Profile, now: Profile): readonly string[] {
  return Object.entries(before).flatMap(([metric, earlier]) => {
    const value = now[metric];
    if (value === undefined || value <= earlier * (1 + TOLERANCE)) return [];
    const percent = Math.round((value / earlier - 1) * 100);
    return [`${metric}: ${rounded(value)}, ${percent} % more than ${rounded(earlier)}`];
  });
}

function rounded(value: number): string {
  return value.toLocaleString('en-GB', { maximumFractionDigits: value < 100 ? 2 : 0 });
}

const folder = new URL('profiles/', import.meta.url);

/** That of the release; without one, that of the newest release that has one. */
export function readProfile(version?: string): { readonly version: string; readonly profile: Profile } | undefined {
  const stored = existsSync(folder) ? readdirSync(folder).map((name) => name.replace(/\.json$/, '')) : [];
  const found = version ?? newestVersion(stored);
  if (found === undefined || !stored.includes(found)) return undefined;
  const profile: Profile = JSON.parse(readFileSync(new URL(`${found}.json`, folder), 'utf8'));
  return { version: found, profile };
}

export function newestVersion(versions: readonly string[]): string | undefined {
  return versions.toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true })).at(-1);
}

export function writeProfile(version: string, profile: Profile): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(new URL(`${version}.json`, folder), `${JSON.stringify(profile, null, 2)}\n`);
}
