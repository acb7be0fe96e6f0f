import { ensureBuild } from '../../scripts/ensure-build.ts'

/** The pages under test are those of the sources as they are now. */
// biome-ignore lint/style/noDefaultExport: Playwright calls the default export of a global setup
export default ensureBuild
