/** Why something that staff asked for was not done: stable codes with the sentence they read. */
export const staffRefusals = {
  self_removal: 'You cannot remove your own account.',
  last_admin: 'The clinic needs at least one admin. Make somebody else an admin first.',
  email_unproved:
    'This person has not confirmed their e-mail address yet. Once they have, you can make them an admin.',
  doctor_exists: 'There is a doctor with this e-mail already.',
  unknown_specialty: 'This specialty is not among the treatments.',
  treatment_exists: 'There is a treatment of this name already.',
  slots_overlap: 'Two of these slots overlap.',
  appointments_affected: 'There are appointments that this touches.',
  days_backwards: 'The last day lies before the first.',
  too_many_days: 'Please close at most 60 days at once.',
  appointment_cancelled: 'This appointment was cancelled.',
  appointment_changed: 'Somebody has changed this appointment meanwhile. Please look again.',
  appointment_over: 'The day of this appointment is over.',
  refund_unavailable:
    'Card payments are switched off, so the money cannot go back from here. Cancel without a refund.',
  not_yet_begun: 'This appointment has not begun yet.',
  already_paid: 'This appointment is already paid.',
  not_desk_paid: 'This appointment was not paid at the desk.',
  nothing_due: 'There is nothing to pay for this appointment.',
  no_image: 'This is not a picture that we can read. Please choose a JPEG, PNG, WebP, AVIF or GIF.',
  image_too_large:
    'This picture is too large. Please choose one under 10 MB and 50 megapixels, as AVIF or GIF 16.',
  image_host_unavailable: 'The image host does not take pictures just now. Please try again later.',
} as const
export type StaffRefusal = keyof typeof staffRefusals
