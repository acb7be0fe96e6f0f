import type { Localized } from '../../contract/language.ts'
import { neededForPage, type StaffPageName, staffPages } from '../../contract/page-paths.ts'
import type { Capability } from '../../contract/roles.ts'
import { dashboardPages, type MenuPlace } from '../dashboard-pages.tsx'

export type MenuEntry = MenuPlace & {
  path: string
  title: Localized<string>
  /** Absent on a page of everybody who is signed in. */
  needs: Capability | undefined
}

const needs = new Map<string, Capability>(
  Object.entries(staffPages).map(([name, path]) => [path, neededForPage[name as StaffPageName]]),
)

/** The entries of both menus, in the order of the table of pages. */
export const menuEntries: readonly MenuEntry[] = Object.entries(dashboardPages).flatMap(
  ([path, { menu, title }]) => (menu ? [{ path, title, needs: needs.get(path), ...menu }] : []),
)

export function entriesOf(group: MenuEntry['group']): MenuEntry[] {
  return menuEntries.filter((entry) => entry.group === group)
}
