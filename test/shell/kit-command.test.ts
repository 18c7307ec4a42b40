import { expect, test } from 'vitest';
import { formatKitCommand } from '../../shell/kit-command.ts';

test('names the command, its positionals and its options', () => {
  const options = [
    ['spec', 'shop.yaml'],
    ['strict', true],
  ] as const;
  expect(formatKitCommand({ command: 'verify', positionals: ['http://127.0.0.1:4010'], options })).toBe(
    'plant-store verify http://127.0.0.1:4010 --spec shop.yaml --strict',
  );
});

test('values and positionals that start with a hyphen are not options', () => {
  expect(
    formatKitCommand({ command: 'pact verify', positionals: ['http://a.test'], options: [['only', '-x y']] }),
  ).toBe("plant-store pact verify http://a.test --only='-x y'");
  expect(formatKitCommand({ command: 'replay', positionals: ['-x/y', 'http://a.test'] })).toBe(
    "plant-store replay -- '-x/y' http://a.test",
  );
});

test('a secret is a placeholder in the environment', () => {
  expect(formatKitCommand({ command: 'gate', environment: [['PLANT_STORE_TOKEN', ['...']]] })).toBe(
    'PLANT_STORE_TOKEN=... plant-store gate',
  );
  expect(formatKitCommand({ command: 'gate', environment: [['PLANT_STORE_AUTH', ["it's=...", 'b=...']]] })).toBe(
    `PLANT_STORE_AUTH=$(printf '%s\\n' 'it'\\''s=...' 'b=...') plant-store gate`,
  );
});
