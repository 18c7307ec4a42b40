/** Reads a waivers file: YAML or JSON, `waivers: [{ id, reason, expires }]`. */
import { KitError } from '../../errors.ts';
import { isJsonArray, isJsonObject, type Json } from '../../spec/json/exact-json.ts';
import { joinPointer } from '../../spec/json/pointer.ts';
import { parseSource, readSource, toUrl } from '../../spec/source/source.ts';
import type { Waiver } from '../report/waiver.ts';
import { type Complain, complainIn, waiverOf } from './entry.ts';

/**
 * `checks` are those of the kit: a waiver of another can match nothing. Throws `waivers-unreadable`, `spec-syntax`, and
 * `waivers-invalid` with file and line: a waiver that was passed over in silence would surprise whoever wrote it.
 */
export async function readWaivers(path: string, checks: ReadonlySet<string>): Promise<readonly Waiver[]> {
  const url = toUrl(path);
  const file = parseSource(url, await textOf(url, path));
  const complain = complainIn(file);
  const waivers = listIn(file.value, complain).map((entry, index) =>
    waiverOf(entry, { file, checks, complain, pointer: joinPointer('/waivers', index) }),
  );
  refuseTwice(waivers, complain);
  return waivers;
}

/** A file and not a URL: what is forgiven is kept with the code that it is about. */
async function textOf(url: string, path: string): Promise<string> {
  if (!url.startsWith('file:')) throw new KitError('waivers-unreadable', `${path}: a file, not a URL`);
  try {
    return await readSource(url);
  } catch (error) {
    if (!(error instanceof KitError)) throw error;
    throw new KitError('waivers-unreadable', error.detail, { cause: error });
  }
}

function listIn(value: Json, complain: Complain): readonly Json[] {
  if (!isJsonObject(value)) throw complain('', 'the file holds no list under "waivers"');
  const other = Object.keys(value).find((key) => key !== 'waivers');
  if (other !== undefined) throw complain(joinPointer('', other), `"${other}" is not "waivers"`);
  const list = value['waivers'] ?? null;
  if (isJsonArray(list)) return list;
  throw complain('/waivers', list === null ? '"waivers" is missing' : '"waivers" is not a list');
}

function refuseTwice(waivers: readonly Waiver[], complain: Complain): void {
  const lines = new Map<string, number>();
  for (const { id, place } of waivers) {
    const before = lines.get(id);
    if (before !== undefined) throw complain(place.pointer, `${id} is waived on line ${before} already`);
    lines.set(id, place.line);
  }
}
