import type { everyEndpoint } from '../../../contract/every-endpoint.ts'

/** The families whose bursts are checked, each against its own model. */
export const families = [
  'appointments',
  'patients',
  'family',
  'settings',
  'waitlist',
  'offers',
  'roles',
  'invitations',
  'links',
  'sessions',
  'factors',
  'reviews',
  'messages',
  'merges',
  'addresses',
  'details',
  'chairs',
  'treatments',
  'doctors',
  'settlements',
  'closures',
  'visits',
  'cards',
] as const
export type FamilyName = (typeof families)[number]

/** The reason why an endpoint that writes has no model. */
type Unmodelled = { not: string }

const nothing = { not: 'changes nothing that a call shows' }
const files = {
  not: 'takes a file whose cleaning or reading is work for seconds; held by the ledger or by tests',
}
const backup = {
  not: 'begins a copy of everything in another process, which takes seconds, and refuses the next one until it is made; held by its own tests',
}
/**
 * For each endpoint that writes, the family in which it is interleaved and checked, or why it has none. A test
 * checks that none is missing.
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
  mergePatient: 'merges',
  undoMerge: 'merges',
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
  settleClosed: 'closures',

  addChair: 'chairs',
  changeChair: 'chairs',
  addTreatment: 'treatments',
  changeTreatment: 'treatments',
  archiveTreatment: 'treatments',
  addDoctor: 'doctors',
  changeDoctor: 'doctors',
  removeDoctor: 'doctors',
  blockTime: 'doctors',
  unblockTime: 'doctors',
  changeDoctorSchedule: 'doctors',
  addAbsence: 'doctors',
  settlePlanChange: 'settlements',
  writeAgain: 'settlements',
  noteAnswer: 'settlements',
  uploadImage: files,

  requestEarlier: 'waitlist',
  changeRequest: 'waitlist',
  resumeRequest: 'waitlist',
  withdrawRequest: 'waitlist',
  readOffer: nothing,
  acceptOffer: 'offers',
  declineOffer: 'offers',
  openRequest: 'offers',
  writeOfDoctor: 'offers',

  makeAdmin: 'roles',
  removeAdmin: 'roles',
  changeRole: 'roles',
  removeUser: 'roles',
  endSessionsOf: 'sessions',
  changeLimits: 'details',
  inviteStaff: 'invitations',
  withdrawInvitation: 'invitations',
  readInvitation: nothing,
  acceptInvitation: 'invitations',
  resetFactors: 'factors',

  createPaymentIntent: 'cards',
  confirmPayment: 'cards',
  refundAppointment: 'cards',
  createSandboxCard: 'cards',
  confirmSandboxIntent: 'cards',
  answerSandboxChallenge: 'cards',

  bookVisits: 'visits',
  writeReview: 'reviews',
  editReview: 'reviews',
  decideReview: 'reviews',
  sendContactMessage: 'messages',
  markMessage: 'messages',
  reportVitals: nothing,
  makeBackup: backup,
  chooseLanguage: 'details',

  readLink: nothing,
  confirmByLink: 'links',
  cancelByLink: 'links',
  rescheduleByLink: 'links',
  switchReminders: 'links',
  unsubscribeAtOnce: 'links',
  confirmEmail: 'addresses',
  confirmByPassword: 'addresses',
  confirmWithNewPassword: 'addresses',
  denyAccount: 'addresses',
  startEmailChange: 'addresses',
  confirmEmailChange: 'addresses',
  dropEmailChange: 'addresses',
  stopEmailChange: 'addresses',
  sendConfirmation: 'addresses',

  exchangeToken: 'sessions',
  changeAccount: 'details',
  changePassword: 'sessions',
  notePresence: 'sessions',
  endSessions: 'sessions',
  endSession: 'sessions',
  deleteAccount: 'sessions',
  prove: 'sessions',
  startAuthenticator: 'factors',
  confirmAuthenticator: 'factors',
  removeAuthenticator: 'factors',
  renewRecoveryCodes: 'factors',
  namePasskey: 'factors',
  removePasskey: 'factors',
  takeSecondStep: 'factors',
}

/** The endpoints that a run of a family must have succeeded with, or it has checked nothing of them. */
export const endpointsOf = (family: FamilyName): string[] =>
  Object.entries(familyOf)
    .filter(([, one]) => one === family)
    .map(([name]) => name)
