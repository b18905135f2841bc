from django.apps import AppConfig


class TestimonialsConfig(AppConfig):
    name = "testimonials"
