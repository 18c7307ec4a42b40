/** The sidebar is the list of pages in docs/README.md, and in docs/checks/README.md for the checks. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { DefaultTheme } from 'vitepress';
import { kit, pages, resolveLink } from './pages.ts';

export function readSidebar(): DefaultTheme.SidebarMulti {
  const groups = readGroups('docs/README.md');
  const checks = readGroups('docs/checks/README.md').map((group) => ({ ...group, collapsed: true }));
  const back = { text: 'Documentation', link: '/' };
  return { '/checks/': [back, ...unlistedChecks(JSON.stringify(checks)), ...checks], '/': [...groups, projectGroup] };
}

/** The pages that the text above the tables names. */
function unlistedChecks(listed: string): DefaultTheme.SidebarItem[] {
  return Object.entries(pages)
    .filter(([, page]) => page.startsWith('checks/') && page !== 'checks/index.md' && !listed.includes(`"/${page}"`))
    .map(([file, page]) => ({ text: readTitle(file), link: `/${page}` }));
}

function readTitle(file: string): string {
  return /^# (.*)$/m.exec(readFileSync(path.join(kit, file), 'utf8'))?.[1] ?? file;
}

const projectGroup = {
  text: 'Project',
  items: ['README', 'CHANGELOG', 'CONTRIBUTING', 'SECURITY', 'ARCHITECTURE'].map((name) => ({
    text: `${name.charAt(0)}${name.slice(1).toLowerCase()}`,
    link: `/project/${name.toLowerCase()}`,
  })),
};

/** A group for each heading with a table, and an entry for the first link of each row. */
function readGroups(file: string): DefaultTheme.SidebarItem[] {
  const groups: { text: string; items: DefaultTheme.SidebarItem[] }[] = [];
  for (const line of readFileSync(path.join(kit, file), 'utf8').split('\n')) {
    const [, heading] = /^##+ (.*)$/.exec(line) ?? [];
    if (heading !== undefined) groups.push({ text: heading, items: [] });
    const [, text = '', link = ''] = /^\|.*?\[([^\]]+)\]\(([^)]+)\)/.exec(line) ?? [];
    const target = resolveLink(file, link);
    if (target?.kind === 'page') groups.at(-1)?.items.push({ text: text.replaceAll('`', ''), link: target.href });
  }
  return groups.filter(({ items }) => items.length > 0);
}
