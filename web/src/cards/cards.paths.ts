export const cardsPath = '/managercards'
export const templatesPath = '/managercards/templates'
