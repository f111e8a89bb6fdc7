export const profilePath = '/profile'
/** A second address of the same page (PROF-1). */
export const userProfilePath = '/UserProfile'
