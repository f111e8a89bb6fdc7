export const cardsPath = '/managercards'
export const templatesPath = '/managercards/templates'
/** For users who can add cards. An address that ends with /edit is for those who can change one (NAV-5). */
export const templatePath = (id: number | string) => `${templatesPath}/${id}/change`
