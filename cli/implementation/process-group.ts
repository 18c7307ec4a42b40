/** A process group: all that a shell command starts, and nothing else. */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

/** A command under way, with those whom it started; who makes itself leader of a group or session of its own has left. */
export interface ProcessGroup {
  readonly leader: ChildProcessWithoutNullStreams;
  /** Someone of it runs. Once false it stays so: the number of the group may be another's by then. */
  isAlive(): boolean;
  /** SIGTERM to all, SIGKILL after the grace (milliseconds). Resolves to whether all are gone. */
  end(graceMs: number): Promise<boolean>;
  /** The same without giving way: for a process that is about to exit. */
  endSync(graceMs: number): void;
}

/**
 * Through the shell, with the environment that we have. Its stdin stays open and empty: there are servers that end
 * with it. Whatever keeps it from starting is an `error` event of the leader.
 */
export function startProcessGroup(command: string): ProcessGroup {
  const leader = spawn(command, { shell: true, detached: true, stdio: ['pipe', 'pipe', 'pipe'] });
  const members = leader.pid === undefined ? noMembers : findMembers(leader.pid);
  const { isAlive } = members;
  // When nobody is left the number is free, which has to be noticed before another gets it.
  leader.once('exit', () => {
    const timer = setInterval(() => isAlive() || clearInterval(timer), 200).unref();
  });
  return {
    leader,
    isAlive,
    end: (graceMs) => endGroup(members, graceMs),
    endSync: (graceMs) => endGroupSync(members, graceMs),
  };
}

interface GroupMembers {
  isAlive(): boolean;
  signal(name: NodeJS.Signals): void;
}

const noMembers: GroupMembers = { isAlive: () => false, signal: () => {} };

function findMembers(id: number): GroupMembers {
  let isGone = false;
  const isAlive = () => {
    isGone ||= !hasMembers(id);
    return !isGone;
  };
  return { isAlive, signal: (name) => void (isAlive() && signalGroup(id, name)) };
}

async function endGroup({ isAlive, signal }: GroupMembers, graceMs: number): Promise<boolean> {
  signal('SIGTERM');
  if (await waitUntilGone(graceMs, isAlive)) return true;
  signal('SIGKILL');
  return waitUntilGone(KILL_TIMEOUT_MS, isAlive);
}

const KILL_TIMEOUT_MS = 2_000;

async function waitUntilGone(ms: number, isAlive: () => boolean): Promise<boolean> {
  const deadline = performance.now() + ms;
  while (isAlive()) {
    if (performance.now() > deadline) return false;
    await pause(POLL_INTERVAL_MS);
  }
  return true;
}

const POLL_INTERVAL_MS = 20;

function endGroupSync({ isAlive, signal }: GroupMembers, graceMs: number): void {
  signal('SIGTERM');
  const deadline = performance.now() + graceMs;
  const waitBuffer = new Int32Array(new SharedArrayBuffer(4));
  while (isAlive() && performance.now() < deadline) Atomics.wait(waitBuffer, 0, 0, POLL_INTERVAL_MS);
  signal('SIGKILL');
}

/** True when it reached someone. */
function signalGroup(id: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(-id, name);
  } catch (error) {
    // Those of another user are there, out of our reach.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** Asked twice: who starts a successor and ends while the list is read would be overlooked. */
function hasMembers(id: number): boolean {
  if (!signalGroup(id, 0)) return false;
  return process.platform !== 'linux' || hasRunningProcess(id) || hasRunningProcess(id);
}

/** The dead whom nobody has collected, as in containers without an init, still take signals. */
function hasRunningProcess(id: number): boolean {
  return readdirSync('/proc').some((name) => {
    if (!/^\d+$/.test(name)) return false;
    const [state = '', , group] = readProcessStatus(name);
    return group === String(id) && !/[ZX]/.test(state);
  });
}

/** State, parent, group and so on, as proc(5) tells; they follow the name, which may hold anything. */
function readProcessStatus(pid: string): readonly string[] {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return text.slice(text.lastIndexOf(')') + 2).split(' ');
  } catch {
    return [];
  }
}
