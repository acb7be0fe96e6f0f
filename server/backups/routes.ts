import { backupEndpoints } from '../../contract/backups/endpoints.ts'
import { backupRefusals } from '../../contract/backups/refusals.ts'
import type { Deps } from '../deps.ts'
import { refuse } from '../http/errors.ts'
import type { Serve } from '../http/serve.ts'
import { listStored, readState } from './backup-state.ts'
import { claimBackup } from './queries.ts'

export function backupRoutes(serve: Serve, deps: Deps): void {
  const { config, database, clock, backups } = deps
  serve(backupEndpoints.readBackups, () => readState(deps))
  serve(backupEndpoints.listBackups, async () => {
    return (await listStored(config)) ?? refuse(backupRefusals, 'backups_unreadable')
  })
  // Claimed here, so that the answer says whether it was started; making it takes longer than a call may.
  serve(backupEndpoints.makeBackup, async () => {
    const id = await claimBackup(database.query, clock())
    if (id === null) return refuse(backupRefusals, 'backup_running')
    backups.make(id)
    return readState(deps)
  })
}
