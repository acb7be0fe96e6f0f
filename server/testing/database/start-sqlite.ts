import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { dataRoot } from '../../../scripts/data-root.ts'
import { openDatabase } from '../../db/database.ts'
import { migrate } from '../../db/migrate.ts'

/** One migrated file for the whole run, which each test copies. */
export async function setup(project: TestProject): Promise<() => void> {
  const dataDir = mkdtempSync(join(dataRoot, 'molar-template-'))
  const template = await openDatabase({ dataDir })
  await migrate(template)
  await template.close()
  project.provide('template', join(dataDir, 'molar.db'))
  return () => rmSync(dataDir, { recursive: true, force: true })
}
