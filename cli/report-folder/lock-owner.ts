/** The owner of a folder lock as written in the lock file, and whether that process still runs. */
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { isJsonObject, parseJson, stringifyJson } from '../../spec/json/exact-json.ts';

/** Identifies a process uniquely. */
export interface LockOwner {
  readonly pid: number;
  /** Start time in clock ticks since boot, since process ids are reused; empty when it cannot be read. */
  readonly began: string;
  /** The host and PID namespace in which the process id is valid. */
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

/** Undefined for incomplete text: it is being written, or was truncated. */
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

/** Whether this process can see the owner's process. */
export function isOnThisHost({ home }: LockOwner): boolean {
  return home === processNamespace().home;
}

/** Whether an owner on this host still runs. */
export function isRunning({ pid, began }: LockOwner): boolean {
  if (!processExists(pid)) return false;
  const state = readProcessState(pid);
  // Processes of other users may be hidden.
  if (state === undefined) return true;
  return !state.isOver && (began === '' || began === state.began);
}

function processNamespace(): Pick<LockOwner, 'home' | 'host'> {
  const host = hostname();
  // Containers on one machine have separate process ids, and a reboot starts them anew.
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

/** proc(5): after the name in parentheses, the first field is the state and the 20th the start time. */
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
