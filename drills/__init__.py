"""Drills of the whole product: `make chaos` kills its processes while people decide, `make shift` fills the desk."""
