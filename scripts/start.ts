import { build, isBuildCurrent } from './build.ts'

if (!(await isBuildCurrent())) {
  console.log('Building the pages, once …')
  await build()
}
await import('../server/main.ts')
