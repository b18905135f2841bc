"""Subject, process, forms, arrival, examination and consent of testimonials."""
