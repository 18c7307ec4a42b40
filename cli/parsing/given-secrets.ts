/** Credentials as they were given, for errors that quote what was typed, before anything has taken them for what they are. */
import { type Mask, masking } from '../../secrets/masking.ts';

export function maskOfGiven(args: readonly string[], environment: NodeJS.ProcessEnv): Mask {
  const { PLANT_STORE_AUTH: lines = '', ...others } = environment;
  const alone = variables.map((name) => others[name] ?? '');
  const given = [...alone, ...lines.split(/\r?\n/), ...optionsIn(args)];
  // Shorter ones stand in the words of an error by chance.
  return masking(
    given.flatMap((one) => [one, one.replace(/^[\w.-]+=/, '')]).filter(({ length }) => length >= 6),
  );
}

const variables = [
  ...['PLANT_STORE_TOKEN', 'PLANT_STORE_CONTROL_TOKEN'],
  ...['PACT_BROKER_TOKEN', 'PACT_BROKER_PASSWORD'],
] as const;

function optionsIn(args: readonly string[]): readonly string[] {
  return args.flatMap((arg, index) => {
    const found = /^--(?:token|auth|control-token)(?:=(?<value>.*))?$/s.exec(arg);
    return found === null ? [] : [found.groups?.['value'] ?? args[index + 1] ?? ''];
  });
}
