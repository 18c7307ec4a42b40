/** Who holds a folder, as a file says it, and whether that one is still there. */
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { isJsonObject, parseJson, stringifyJson } from '../../spec/json/exact-json.ts';

/** A process, told from every other one. */
export interface LockOwner {
  readonly pid: number;
  /** When it began, as its system counts; empty where that cannot be seen. The number of a process is given again. */
  readonly began: string;
  /** The machine, and the part of it, in which that number means it. */
  readonly home: string;
  readonly host: string;
  /** ISO 8601, UTC. */
  readonly since: string;
}

/** This process. */
export function currentOwner(): LockOwner {
  const { pid } = process;
  return {
    pid,
    began: readProcessState(pid)?.began ?? '',
    ...processNamespace(),
    since: new Date().toISOString(),
  };
}

export function stringifyOwner(owner: LockOwner): string {
  return `${stringifyJson({ ...owner })}\n`;
}

/** Undefined for what is not whole: it is being written, or was cut off. */
export function parseOwner(text: string): LockOwner | undefined {
  const parsed = parseJson(text);
  if (!parsed.ok || !isJsonObject(parsed.value)) return undefined;
  const { pid, began, home, host, since } = parsed.value;
  const isComplete =
    typeof pid === 'number' &&
    typeof began === 'string' &&
    typeof home === 'string' &&
    typeof host === 'string' &&
    typeof since === 'string';
  return isComplete ? { pid, began, home, host, since } : undefined;
}

/** Whose processes this one can see. */
export function isOnThisHost({ home }: LockOwner): boolean {
  return home === processNamespace().home;
}

/** Of one that is here. */
export function isRunning({ pid, began }: LockOwner): boolean {
  if (!processExists(pid)) return false;
  const state = readProcessState(pid);
  // Hidden from us, as those of other users may be.
  if (state === undefined) return true;
  return !state.isOver && (began === '' || began === state.began);
}

function processNamespace(): Pick<LockOwner, 'home' | 'host'> {
  const host = hostname();
  // Containers of one machine have numbers of their own, and a machine begins anew when it is started.
  const bootId = readOrEmpty(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim());
  const pidNamespace = readOrEmpty(() => readlinkSync('/proc/self/ns/pid'));
  return { host, home: [host, bootId, pidNamespace].filter(Boolean).join(' ') };
}

function processExists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** proc(5): behind the name, which is in brackets, the state is the first field and the time of its start the 20th. */
function readProcessState(pid: number): { readonly isOver: boolean; readonly began: string } | undefined {
  const text = readOrEmpty(() => readFileSync(`/proc/${pid}/stat`, 'utf8'));
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const began = fields[19];
  return began === undefined ? undefined : { isOver: /^[ZXx]$/.test(fields[0] ?? ''), began };
}

function readOrEmpty(read: () => string): string {
  try {
    return read();
  } catch {
    return '';
  }
}
