import { type ReactNode, useId } from 'react'
import { useParams } from 'react-router'
import { LoadFailure } from '../../data/load-failure.tsx'
import { useFetched } from '../../data/use-fetched.ts'
import { AbsentAppointment } from '../../domain/absent-appointment.tsx'
import { useTexts } from '../../i18n/language.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import './change-frame.css'
import { type ChangeWay, ownWay } from './change-way.ts'
import { type Found, loadTerms } from './load-terms.ts'
import { changeTexts } from './texts.ts'

export type ChangeScreenProps = { way: ChangeWay; found: Found; reload: () => void }

type ChangeFrameProps = { title: string; children: (props: ChangeScreenProps) => ReactNode }

/** One screen about one appointment of the address: its heading, and whatever keeps it from being shown. */
export function ChangeFrame({ title, children }: ChangeFrameProps) {
  const { id = '' } = useParams()
  const heading = useId()
  return (
    <section className="change" aria-labelledby={heading}>
      <h2 id={heading}>{title}</h2>
      <Change key={id} id={id}>
        {children}
      </Change>
    </section>
  )
}

type ChangeProps = { id: string; children: ChangeFrameProps['children'] }

function Change({ id, children }: ChangeProps) {
  const t = useTexts(changeTexts)
  const { data, error, isLoading, reload } = useFetched(id, (signal) => loadTerms(id, signal))
  if (data?.kind === 'absent') return <AbsentAppointment reason={data.reason} />
  if (data) return children({ way: ownWay(id), found: data, reload })
  if (error !== undefined) {
    const what = t.yourAppointment
    return <LoadFailure what={what} error={error} onRetry={reload} busy={isLoading} />
  }
  return (
    <div className="change-columns" aria-busy="true">
      <p className="visually-hidden" role="status">
        {t.loading}
      </p>
      <Skeleton height="236px" />
      <Skeleton height="280px" />
    </div>
  )
}
