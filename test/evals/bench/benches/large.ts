/** Large documents: from a fresh process to the first response, against reading and parsing the document alone. */
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { isJsonObject, type Json } from '../../../../spec/json/exact-json.ts';
import { type FirstRequest, type LaunchedServer, launchServer } from '../measuring/launch-server.ts';
import { availablePeers, documentPeers } from '../peers.ts';
import type { BenchCell, BenchOptions, BenchTable, Column, Section } from '../reporting/section.ts';
import { type BenchServer, ownStore, parseOnly, prismWithoutLog, TOKEN } from '../servers.ts';
import { withDocuments } from './documents.ts';

/** A server that needs longer is left out. */
const TIMEOUT_MS = 60_000;

export async function benchLarge(options: BenchOptions): Promise<Section> {
  const others = options.peers ? [prismWithoutLog, ...availablePeers(documentPeers).servers] : [];
  return withDocuments(options, (documents) => sectionOf(documents, [parseOnly, ownStore, ...others]));
}

async function sectionOf(documents: readonly string[], servers: readonly BenchServer[]): Promise<Section> {
  const notes: string[] = [];
  const tables: BenchTable[] = [];
  for (const document of documents) {
    const rows: (readonly BenchCell[])[] = [];
    for (const server of servers) {
      const started = await firstResponse(server, document);
      if (typeof started === 'string') notes.push(started);
      else rows.push(rowOf(server, started));
    }
    tables.push({ title: tableTitle(document), columns, rows });
  }
  const versions = Object.assign({}, ...servers.map((server) => server.versions?.() ?? {}));
  return { tables, goals: [], notes, versions };
}

type StartTimes = Pick<LaunchedServer, 'ready' | 'responded' | 'first'> & { readonly peak: number | null };

async function firstResponse(server: BenchServer, document: string): Promise<StartTimes | string> {
  const program = (port: number) => server.program({ port, document });
  try {
    const launched = await launchServer({ program, call: callOf(document), timeoutMs: TIMEOUT_MS });
    const started = { ...launched, peak: launched.peakMemory() };
    await launched.stop();
    return started;
  } catch (error) {
    return `${path.basename(document)}, ${server.name}: ${error instanceof Error ? error.message : error}.`;
  }
}

/** The first GET that has no parameter in its path, since nobody has records yet. */
function callOf(document: string): FirstRequest {
  const { paths } = parsed(document);
  const all = isJsonObject(paths) ? Object.entries(paths) : [];
  const [found = '/'] = all.find(([name, item]) => !name.includes('{') && isJsonObject(item) && 'get' in item) ?? [];
  return { method: 'GET', path: found, headers: { authorization: `Bearer ${TOKEN}` }, body: null };
}

function parsed(document: string): Readonly<Record<string, Json>> {
  return JSON.parse(readFileSync(document, 'utf8'));
}

const columns: readonly Column[] = [
  { label: 'server' },
  { label: 'ready, CPU s', digits: 2 },
  { label: 'first response, CPU s', digits: 2 },
  { label: 'first response, s', digits: 2 },
  { label: 'its status' },
  { label: 'peak memory, MB' },
];

function rowOf({ name }: BenchServer, { ready, responded, first, peak }: StartTimes): readonly BenchCell[] {
  const seconds = (milliseconds: number | null) => (milliseconds === null ? null : milliseconds / 1000);
  return [name, seconds(ready.cpu), seconds(responded.cpu), responded.seconds, first.status, peak];
}

function tableTitle(document: string): string {
  const { paths } = parsed(document);
  const items = isJsonObject(paths) ? Object.values(paths) : [];
  const methods = ['get', 'put', 'post', 'delete', 'patch', 'head', 'options', 'trace'];
  const operations = items.flatMap((item) =>
    isJsonObject(item) ? Object.keys(item).filter((name) => methods.includes(name)) : [],
  );
  const megabytes = (statSync(document).size / 1_000_000).toFixed(1);
  return `\`${path.basename(document)}\`, ${megabytes} MB, ${operations.length} operations`;
}
