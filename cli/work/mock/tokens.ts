/** The tokens of `plant-store mock`, from options or from the environment. */
import { KitError } from '../../../errors.ts';
import type { CommandInput } from '../../command.ts';
import { text, texts } from '../../options/values.ts';

/** What a client may come with; empty where nothing was given. */
export function readTokens(input: CommandInput): readonly string[] {
  const fromEnvironment = process.env['PLANT_STORE_TOKEN'] ?? '';
  const given = texts(input, 'token');
  if (given.length > 0) return given.map((token) => sendable(token, '--token'));
  return fromEnvironment === '' ? [] : [sendable(fromEnvironment, 'PLANT_STORE_TOKEN')];
}

/** What the control API is to ask for; undefined where nothing was given. */
export function readControlToken(input: CommandInput): string | undefined {
  const given = text(input, 'control-token');
  if (given !== undefined) return sendable(given, '--control-token');
  const fromEnvironment = process.env['PLANT_STORE_CONTROL_TOKEN'] ?? '';
  return fromEnvironment === '' ? undefined : sendable(fromEnvironment, 'PLANT_STORE_CONTROL_TOKEN');
}

/** The value of a token is never repeated in a message. */
function sendable(token: string, source: string): string {
  if (/^[\x21-\x7e]+$/.test(token)) return token;
  throw new KitError(
    'option-invalid',
    `${source}: expected visible ASCII characters without spaces, at least one`,
  );
}
