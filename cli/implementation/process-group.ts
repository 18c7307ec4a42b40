/** A process group: a shell command and all processes that it starts. */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

/** A running command with its child processes; without those that started another process group or session. */
export interface ProcessGroup {
  readonly leader: ChildProcessWithoutNullStreams;
  /** Whether any process of the group runs. Once false it stays false, since the group id may be reused. */
  isAlive(): boolean;
  /** SIGTERM to all, SIGKILL after `graceMs`. Resolves to whether all processes have ended. */
  end(graceMs: number): Promise<boolean>;
  /** The same synchronously, for a process that is about to exit. */
  endSync(graceMs: number): void;
}

/**
 * Runs the command in a shell, with the environment of this process. Its stdin stays open and empty, since some servers
 * exit when it closes. A failure to start is an `error` event of the leader.
 */
export function startProcessGroup(command: string): ProcessGroup {
  const leader = spawn(command, { shell: true, detached: true, stdio: ['pipe', 'pipe', 'pipe'] });
  const members = leader.pid === undefined ? noMembers : findMembers(leader.pid);
  const { isAlive } = members;
  // When the last process ends, the group id is free: that must be noticed before it is reused.
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
  let hasEnded = false;
  const isAlive = () => {
    hasEnded ||= !hasMembers(id);
    return !hasEnded;
  };
  return { isAlive, signal: (name) => void (isAlive() && signalGroup(id, name)) };
}

async function endGroup({ isAlive, signal }: GroupMembers, graceMs: number): Promise<boolean> {
  signal('SIGTERM');
  if (await waitUntilEnded(graceMs, isAlive)) return true;
  signal('SIGKILL');
  return waitUntilEnded(KILL_TIMEOUT_MS, isAlive);
}

const KILL_TIMEOUT_MS = 2_000;

async function waitUntilEnded(ms: number, isAlive: () => boolean): Promise<boolean> {
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

/** Whether the signal reached a process. */
function signalGroup(id: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(-id, name);
  } catch (error) {
    // EPERM: the processes exist, but belong to another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** Reads the list twice: a process that starts a successor and ends during the first read would be missed. */
function hasMembers(id: number): boolean {
  if (!signalGroup(id, 0)) return false;
  return process.platform !== 'linux' || hasRunningProcess(id) || hasRunningProcess(id);
}

/** Zombies still accept signals, for example in containers without an init process, so the state is read. */
function hasRunningProcess(id: number): boolean {
  return readdirSync('/proc').some((name) => {
    if (!/^\d+$/.test(name)) return false;
    const [state = '', , group] = readProcessStatus(name);
    return group === String(id) && !/[ZX]/.test(state);
  });
}

/** State, parent, group and so on (proc(5)); they follow the name, which may contain any characters. */
function readProcessStatus(pid: string): readonly string[] {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return text.slice(text.lastIndexOf(')') + 2).split(' ');
  } catch {
    return [];
  }
}
