// The grader: the page's own build in a worker. The first message brings the address of the glue
// and the compiled module, so that a restart needs no network.
self.onmessage = async ({ data: { glue, module } }) => {
  const early = [];
  self.onmessage = (event) => early.push(event);
  try {
    const { default: init } = await import(glue);
    await init({ module_or_path: module });
    for (const event of early) self.onmessage(event);
  } catch (error) {
    // A rejected promise would not reach the page; an error does.
    setTimeout(() => {
      throw error;
    });
  }
};
