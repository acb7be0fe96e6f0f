import { ensureBuild } from '../../scripts/ensure-build.ts'
import { makeTemplate } from '../../server/testing/database/start-sqlite.ts'
import { templateSetting } from './server.ts'

/** The pages under test are those of the sources as they are now, and portals start with a migrated database. */
async function prepare(): Promise<() => void> {
  await ensureBuild()
  const { file, remove } = await makeTemplate()
  // The workers have this environment.
  process.env[templateSetting] = file
  return remove
}

// biome-ignore lint/style/noDefaultExport: Playwright calls the default export of a global setup
export default prepare
