/** Installs the packages of the services into this folder, outside the kit's own dependencies. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const here = fileURLToPath(new URL('.', import.meta.url));

/** No install scripts run. Throws if a step fails. */
export function installServices(): void {
  run('npm', ['ci', '--ignore-scripts']);
  run('python3', ['-m', 'venv', '.python']);
  run('.python/bin/pip', ['install', '--quiet', '--only-binary', ':all:', '--requirement', 'requirements.txt']);
  installDebianPackage('python3-djangorestframework');
}

/** Its files are unpacked and not installed: it is pure Python, and uses the Django of the virtual environment. */
function installDebianPackage(name: string): void {
  mkdirSync(`${here}.debian`, { recursive: true });
  run('apt-get', ['download', '--quiet', name], `${here}.debian`);
  const archive = readdirSync(`${here}.debian`).find((file) => file.startsWith(`${name}_`));
  if (archive === undefined) throw new Error(`apt-get downloaded no ${name}`);
  run('dpkg', ['--extract', archive, '.'], `${here}.debian`);
}

function run(command: string, args: readonly string[], cwd = here): void {
  const { status, error } = spawnSync(command, args, { cwd, stdio: 'inherit' });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${error?.message ?? `exit code ${status}`}`);
}
