import { useState } from 'react'
import type { StaffAppointment } from '../../contract/schedule/staff-appointment.ts'

/** What our own changes were answered with, until a list that knows better has arrived. */
export function useNewest() {
  const [answers, setAnswers] = useState<ReadonlyMap<string, StaffAppointment>>(new Map())
  return {
    newest(one: StaffAppointment): StaffAppointment {
      const answer = answers.get(one._id)
      return answer && answer.revision > one.revision ? answer : one
    },
    learn(answer: StaffAppointment) {
      setAnswers((before) => new Map(before).set(answer._id, answer))
    },
  }
}
