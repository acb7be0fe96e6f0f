import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { dataRoot } from '../../../scripts/data-root.ts'
import { openDatabase } from '../../db/database.ts'
import { migrate } from '../../db/migrate.ts'

/** One migrated file for the whole run, which each test copies. */
export async function setup(project: TestProject): Promise<() => void> {
  const { file, remove } = await makeTemplate()
  project.provide('template', file)
  return remove
}

/** A migrated database, to be copied; `remove` removes it. */
export async function makeTemplate(): Promise<{ file: string; remove(): void }> {
  const dataDir = mkdtempSync(join(dataRoot, 'molar-template-'))
  const template = await openDatabase({ dataDir })
  await migrate(template)
  await template.close()
  return {
    file: join(dataDir, 'molar.db'),
    remove: () => rmSync(dataDir, { recursive: true, force: true }),
  }
}
