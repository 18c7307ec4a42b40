/** Large documents: from a fresh process to the first answer, against reading and parsing the document alone. */
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { isJsonObject, type Json } from '../../../../spec/json/exact-json.ts';
import { type Call, type Launched, launch } from '../measuring/launch.ts';
import { documentPeers, peersHere } from '../peers.ts';
import { ownStore, parseAlone, type Server, silentPrism, TOKEN } from '../servers.ts';
import type { Cell, Column, Section, Table, Wishes } from '../telling/section.ts';
import { withDocuments } from './documents.ts';

/** A server that needs longer is left out. */
const TIMEOUT_MS = 60_000;

export async function benchLarge(wishes: Wishes): Promise<Section> {
  const others = wishes.peers ? [silentPrism, ...peersHere(documentPeers).servers] : [];
  return withDocuments(wishes, (documents) => sectionOf(documents, [parseAlone, ownStore, ...others]));
}

async function sectionOf(documents: readonly string[], servers: readonly Server[]): Promise<Section> {
  const notes: string[] = [];
  const tables: Table[] = [];
  for (const document of documents) {
    const rows: (readonly Cell[])[] = [];
    for (const server of servers) {
      const started = await firstAnswer(server, document);
      if (typeof started === 'string') notes.push(started);
      else rows.push(rowOf(server, started));
    }
    tables.push({ words: wordsOf(document), columns, rows });
  }
  const versions = Object.assign({}, ...servers.map((server) => server.versions?.() ?? {}));
  return { tables, goals: [], notes, versions };
}

type Started = Pick<Launched, 'ready' | 'answered' | 'first'> & { readonly peak: number | null };

async function firstAnswer(server: Server, document: string): Promise<Started | string> {
  const program = (port: number) => server.program({ port, document });
  try {
    const launched = await launch({ program, call: callOf(document), timeoutMs: TIMEOUT_MS });
    const started = { ...launched, peak: launched.peak() };
    await launched.stop();
    return started;
  } catch (error) {
    return `${path.basename(document)}, ${server.name}: ${error instanceof Error ? error.message : error}.`;
  }
}

/** The first GET that has no parameter in its path, since nobody has records yet. */
function callOf(document: string): Call {
  const { paths } = parsed(document);
  const all = isJsonObject(paths) ? Object.entries(paths) : [];
  const [found = '/'] =
    all.find(([name, item]) => !name.includes('{') && isJsonObject(item) && 'get' in item) ?? [];
  return { method: 'GET', path: found, headers: { authorization: `Bearer ${TOKEN}` }, body: null };
}

function parsed(document: string): Readonly<Record<string, Json>> {
  return JSON.parse(readFileSync(document, 'utf8'));
}

const columns: readonly Column[] = [
  { words: 'server' },
  { words: 'ready, CPU s', digits: 2 },
  { words: 'first answer, CPU s', digits: 2 },
  { words: 'first answer, s', digits: 2 },
  { words: 'its status' },
  { words: 'peak memory, MB' },
];

function rowOf({ name }: Server, { ready, answered, first, peak }: Started): readonly Cell[] {
  const seconds = (milliseconds: number | null) => (milliseconds === null ? null : milliseconds / 1000);
  return [name, seconds(ready.cpu), seconds(answered.cpu), answered.seconds, first.status, peak];
}

function wordsOf(document: string): string {
  const { paths } = parsed(document);
  const items = isJsonObject(paths) ? Object.values(paths) : [];
  const methods = ['get', 'put', 'post', 'delete', 'patch', 'head', 'options', 'trace'];
  const operations = items.flatMap((item) =>
    isJsonObject(item) ? Object.keys(item).filter((name) => methods.includes(name)) : [],
  );
  const megabytes = (statSync(document).size / 1_000_000).toFixed(1);
  return `\`${path.basename(document)}\`, ${megabytes} MB, ${operations.length} operations`;
}
