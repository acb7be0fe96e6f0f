import type { everyEndpoint } from '../../../contract/every-endpoint.ts'

/** Bursts of these are checked against a model, each family against its own. */
export const families = [
  'appointments',
  'patients',
  'family',
  'settings',
  'waitlist',
  'roles',
] as const
export type FamilyName = (typeof families)[number]

/** What writes and has no model: why. */
export type Unmodelled = { not: string }

const mails = { not: 'needs the link of a mail' }
const sessions = {
  not: 'changes how one account signs in, by its holder alone: no two people write it, and it is held by tests beside it',
}
const nothing = { not: 'changes nothing that a call shows' }
const files = {
  not: 'takes a file whose cleaning or reading is work for seconds; held by the ledger or by tests',
}
const card = {
  not: 'the provider decides it and answers later; held by the rules on money and by the ledger',
}
const ownTime = { not: 'follows what the portal does by itself, at a moment that no call shows' }
const notYet = {
  not: 'not yet modelled; interleaved with all others, and held by the ledger and the rules',
}

/**
 * For each endpoint that writes, the family in which it is interleaved and checked, or why it is in none.
 * A test holds that none is left out.
 */
export const familyOf: Partial<Record<keyof typeof everyEndpoint, FamilyName | Unmodelled>> = {
  bookAppointment: 'appointments',
  cancelOwn: 'appointments',
  rescheduleOwn: 'appointments',
  bookForPatient: 'appointments',
  rescheduleAppointment: 'appointments',
  cancelAppointment: 'appointments',
  setStatus: 'appointments',
  payAtDesk: 'appointments',
  removeDeskPayment: 'appointments',

  addPatient: 'patients',
  changePatient: 'patients',
  changePatientNotes: 'patients',
  archivePatient: 'patients',
  erasePatient: 'patients',
  mergePatient: notYet,
  undoMerge: notYet,
  checkImport: nothing,
  importPatients: files,

  addDependent: 'family',
  changeDependent: 'family',
  removeDependent: 'family',

  changeProfile: 'settings',
  changePolicy: 'settings',
  changeOpening: 'settings',
  addClosure: 'settings',
  removeClosure: 'settings',
  writeDayNote: 'settings',
  changeReminders: 'settings',
  makeOwnFeed: 'settings',
  revokeOwnFeed: 'settings',
  makeClinicFeed: 'settings',
  revokeClinicFeed: 'settings',
  previewMarkdown: nothing,
  settleClosed: notYet,

  addChair: notYet,
  changeChair: notYet,
  addTreatment: notYet,
  changeTreatment: notYet,
  archiveTreatment: notYet,
  addDoctor: notYet,
  changeDoctor: notYet,
  removeDoctor: notYet,
  blockTime: notYet,
  unblockTime: notYet,
  changeDoctorSchedule: notYet,
  addAbsence: notYet,
  settlePlanChange: notYet,
  writeAgain: notYet,
  noteAnswer: notYet,
  uploadImage: files,

  requestEarlier: 'waitlist',
  changeRequest: 'waitlist',
  resumeRequest: 'waitlist',
  withdrawRequest: 'waitlist',
  readOffer: nothing,
  acceptOffer: ownTime,
  declineOffer: ownTime,
  openRequest: notYet,
  writeOfDoctor: notYet,

  makeAdmin: 'roles',
  removeAdmin: 'roles',
  changeRole: 'roles',
  removeUser: 'roles',
  endSessionsOf: sessions,
  changeLimits: notYet,
  inviteStaff: notYet,
  withdrawInvitation: notYet,
  readInvitation: nothing,
  acceptInvitation: mails,
  resetFactors: sessions,

  createPaymentIntent: card,
  confirmPayment: card,
  refundAppointment: card,
  createSandboxCard: card,
  confirmSandboxIntent: card,
  answerSandboxChallenge: card,

  bookVisits: notYet,
  writeReview: notYet,
  editReview: notYet,
  decideReview: notYet,
  sendContactMessage: notYet,
  markMessage: notYet,
  reportVitals: nothing,
  makeBackup: files,
  chooseLanguage: sessions,

  readLink: nothing,
  confirmByLink: mails,
  cancelByLink: mails,
  rescheduleByLink: mails,
  switchReminders: mails,
  unsubscribeAtOnce: mails,
  confirmEmail: mails,
  confirmByPassword: mails,
  confirmWithNewPassword: mails,
  denyAccount: mails,
  startEmailChange: sessions,
  confirmEmailChange: mails,
  dropEmailChange: sessions,
  stopEmailChange: mails,
  sendConfirmation: mails,

  exchangeToken: sessions,
  changeAccount: sessions,
  changePassword: sessions,
  notePresence: sessions,
  endSessions: sessions,
  endSession: sessions,
  deleteAccount: sessions,
  prove: sessions,
  startAuthenticator: sessions,
  confirmAuthenticator: sessions,
  removeAuthenticator: sessions,
  renewRecoveryCodes: sessions,
  namePasskey: sessions,
  removePasskey: sessions,
  takeSecondStep: sessions,
}

/** Those that a run of a family has to have been answered with yes, or it has checked nothing of them. */
export const endpointsOf = (family: FamilyName): string[] =>
  Object.entries(familyOf)
    .filter(([, one]) => one === family)
    .map(([name]) => name)
