export const securityPath = '/profile/security'
/** Where a user does what is due before anything else (SEC-1, SEC-6). */
export const firstStepPath = '/first-step'
