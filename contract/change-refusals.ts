/** Why a patient could not cancel or move their appointment: stable codes with the sentence shown. */
export const changeRefusals = {
  appointment_cancelled: 'This appointment is cancelled already.',
  appointment_changed: 'This appointment has changed meanwhile. Please look again.',
  appointment_begun: 'This appointment has already begun.',
  past_cutoff: 'It is too late to move this appointment online. Please call the clinic.',
  terms_changed: 'What would come back to you has changed meanwhile. Please look again.',
  desk_paid_cheaper:
    'You paid at our desk, so we give you the difference there. Please call us to move to this treatment.',
  refund_unavailable:
    'Card payments are switched off just now, so the money cannot go back. Please call the clinic.',
} as const
export type ChangeRefusal = keyof typeof changeRefusals
