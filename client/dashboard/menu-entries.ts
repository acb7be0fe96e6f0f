import type { Localized } from '../../contract/language.ts'
import { dashboardPages } from '../dashboard-pages.tsx'

type Menu = NonNullable<(typeof dashboardPages)[keyof typeof dashboardPages]['menu']>

export type MenuEntry = Menu & { path: string; title: Localized<string> }

/** The entries of both menus, in the order of the table of pages. */
export const menuEntries: readonly MenuEntry[] = Object.entries(dashboardPages).flatMap(
  ([path, { menu, title }]) => (menu ? [{ path, title, ...menu }] : []),
)

export function entriesOf(group: MenuEntry['group']): MenuEntry[] {
  return menuEntries.filter((entry) => entry.group === group)
}
