/** Of every password; a setting can ask for more where people choose their own (SEC-6). */
export const minPassword = 12
