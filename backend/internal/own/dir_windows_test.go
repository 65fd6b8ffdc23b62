package own

const countsNames = false
