/** Every text that the specification fixes, word for word (sections 2, 5 and 8), and nothing else. */
export const messages = {
  emailRequired: 'Email is required',
  emailInvalid: 'Provide a valid email',
  loginPasswordRequired: 'Password is required',
  loginPasswordShort: 'Password must contain 6 character',
  signupPasswordRequired: 'Password is required',
  signupPasswordShort: 'Password should contains at least 6 characters',
  nameRequired: 'Name is required',
  enterEmailFirst: 'Please enter your email first',
  resetSent: 'Sent password reset email',
  verificationSent: 'Sent Email Verification',
  availableOn: (date: string) => `Available Services on ${date}`,
  selectService: 'Please select a service',
  tryAnotherDate: 'Try another date',
  bookAppointment: 'Book Appointment',
  pay: 'Pay',
  paid: 'Paid',
  paymentDone: 'Congrats! Your payment is done.',
  appointmentSet: (date: string, slot: string) => `Appointment set on ${date} at ${slot}`,
  appointmentRefused: (date: string, slot: string) =>
    `Already have an appointment on ${date} at ${slot}`,
  notFoundPage: 'The web page was not found',
} as const
