import { endpoints } from '../../contract/endpoints.ts'
import type { Deps } from '../app.ts'
import type { Serve } from '../serve.ts'
import { readCalendar } from './read-calendar.ts'

export function clinicRoutes(serve: Serve, { config, database, clinicTime }: Deps): void {
  serve(endpoints.readCalendar, () =>
    readCalendar(database.query, clinicTime().today, config.clinicTimeZone),
  )
}
