const ofThread = /^main$|thread|exec|pool|nio|worker|scheduling|timer|dispatcher/i;

/** What programs call their threads, where a line may name a thread or who writes it. */
export const isThread = (name: string): boolean => ofThread.test(name);
