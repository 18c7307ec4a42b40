/**
 * Debian's Firefox for the tests of the console, by WebDriver BiDi (https://www.w3.org/TR/webdriver-bidi/). Playwright
 * cannot drive it: it needs commands that this version does not have.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { isJsonObject, type Json, parseJson, stringifyJson } from '../../../spec/json/exact-json.ts';
import { member } from '../support.ts';
import type { ScriptedPage } from './browser.ts';

export const FIREFOX = '/usr/bin/firefox-esr';

export interface FirefoxPage extends ScriptedPage {
  readonly goto: (url: string) => Promise<void>;
  /** Names of keys as in the DOM, or characters. */
  readonly press: (...keys: readonly string[]) => Promise<void>;
  readonly resize: (width: number, height: number) => Promise<void>;
  /** A PNG of the window. */
  readonly screenshot: () => Promise<Buffer>;
  /** Errors in the console. */
  readonly problems: readonly string[];
}

export interface Firefox {
  readonly page: FirefoxPage;
  readonly close: () => Promise<void>;
}

/** Nothing opens connections or windows of its own. */
const preferences: Readonly<Record<string, boolean | string>> = {
  'app.update.disabledForTesting': true,
  'browser.safebrowsing.update.enabled': false,
  'browser.shell.checkDefaultBrowser': false,
  'browser.startup.homepage_override.mstone': 'ignore',
  'datareporting.policy.dataSubmissionEnabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'services.settings.server': 'data:,',
  'toolkit.telemetry.server': 'data:,',
};

export async function startFirefox(): Promise<Firefox> {
  const profile = await mkdtemp(path.join(tmpdir(), 'firefox-'));
  const lines = Object.entries(preferences).map(([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});`);
  await writeFile(path.join(profile, 'user.js'), lines.join('\n'));
  const args = ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0', 'about:blank'];
  const browser = spawn(FIREFOX, args, { stdio: ['ignore', 'ignore', 'pipe'], env: { ...process.env, HOME: profile } });
  const exited = once(browser, 'exit');
  let address: string | undefined;
  for await (const line of createInterface(browser.stderr)) {
    [, address] = /WebDriver BiDi listening on (ws:\S+)/.exec(line) ?? [];
    if (address !== undefined) break;
  }
  if (address === undefined) throw new Error(`${FIREFOX}: expected the address of WebDriver BiDi, got none`);
  browser.stderr.resume();
  const problems: string[] = [];
  const send = await connect(`${address}/session`, (entry) => {
    if (member(entry, 'level') === 'error') problems.push(String(member(entry, 'text')));
  });
  await send('session.new', { capabilities: {} });
  await send('session.subscribe', { events: ['log.entryAdded'] });
  // The first tab of a window without a screen never gets the focus.
  const context = member(await send('browsingContext.create', { type: 'tab' }), 'context') ?? '';
  await send('browsingContext.activate', { context });
  return {
    page: { ...pageOf(send, context), problems },
    close: async () => {
      await send('browser.close', {});
      await exited;
      await rm(profile, { recursive: true, force: true });
    },
  };
}

type Send = (method: string, parameters: Json) => Promise<Json>;

async function connect(address: string, onEntry: (entry: Json) => void): Promise<Send> {
  const socket = new WebSocket(address);
  await once(socket, 'open');
  const pending = new Map<string, PromiseWithResolvers<Json>>();
  socket.addEventListener('message', ({ data }) => {
    const parsed = parseJson(String(data));
    const message = parsed.ok ? parsed.value : null;
    const request = pending.get(String(member(message, 'id')));
    if (request === undefined) return onEntry(member(message, 'params') ?? null);
    const problem = member(message, 'message');
    if (problem === undefined) request.resolve(member(message, 'result') ?? null);
    else request.reject(new Error(String(problem)));
  });
  let last = 0;
  return (method, params) => {
    last += 1;
    const request = Promise.withResolvers<Json>();
    pending.set(String(last), request);
    socket.send(stringifyJson({ id: last, method, params }));
    return request.promise;
  };
}

/** Private-use characters that WebDriver has for keys without a character. */
const keyCodes: Readonly<Record<string, string>> = {
  ...{ Tab: '\uE004', Enter: '\uE006', Escape: '\uE00C', Home: '\uE011', ArrowDown: '\uE015' },
};

function pageOf(send: Send, context: Json): Omit<FirefoxPage, 'problems'> {
  return {
    goto: async (url) => {
      await send('browsingContext.navigate', { context, url, wait: 'complete' });
    },
    evaluate: async (expression) => {
      const asText = `Promise.resolve(${expression}).then((value) => JSON.stringify(value ?? null))`;
      const result = await send('script.evaluate', { expression: asText, target: { context }, awaitPromise: true });
      const value = member(member(result, 'result'), 'value');
      if (typeof value !== 'string') throw new Error(`${expression.slice(0, 200)}: ${stringifyJson(result)}`);
      return JSON.parse(value);
    },
    press: async (...keys) => {
      const actions = keys.flatMap((key) => {
        const value = keyCodes[key] ?? key;
        return [
          { type: 'keyDown', value },
          { type: 'keyUp', value },
        ];
      });
      await send('input.performActions', { context, actions: [{ type: 'key', id: 'keyboard', actions }] });
    },
    resize: async (width, height) => {
      await send('browsingContext.setViewport', { context, viewport: { width, height } });
    },
    screenshot: async () => {
      const picture = await send('browsingContext.captureScreenshot', { context });
      return Buffer.from(isJsonObject(picture) ? String(picture['data']) : '', 'base64');
    },
  };
}
